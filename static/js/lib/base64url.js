// Bytes as base64url, which browsers' interfaces for passkeys and notices use.

export const fromBase64url = (/** @type {string} */ text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );

export const toBase64url = (/** @type {ArrayBuffer} */ buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
