// The JSON that comes with a page: the facts and words that its scripts need.

/** Returns the data in the script element with this id, or {} on a page without it.
    @param {string} id */
export const pageData = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");
