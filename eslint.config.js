// The rules for the scripts in static/js with their tests, and for what runs with Node.
import js from "@eslint/js";
import globals from "globals";

/** Which folders of static/js a folder may import from, besides itself. */
const LAYERS = {
  lib: [],
  client: ["lib"],
  table: ["client", "lib"],
  rules: ["lib"],
  room: ["client", "lib", "rules", "table"],
  pages: ["lib", "table"],
};

const layers = Object.entries(LAYERS).map(([folder, below]) => ({
  files: [`static/js/${folder}/**/*.js`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: Object.keys(LAYERS)
          .filter((other) => other !== folder && !below.includes(other))
          .map((other) => ({
            group: [`../${other}/*`],
            message: `${folder}/ must not import from ${other}/.`,
          })),
      },
    ],
  },
}));

const setAsText = "Set text, or build elements with h() of lib/dom.js.";

export default [
  { ignores: ["**/node_modules/", ".venv/", "build/", "data/", "static/dist/", "staticfiles/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "arrow-body-style": "error",
      curly: ["error", "multi-line"],
      "default-case-last": "error",
      "dot-notation": "error",
      eqeqeq: "error",
      "max-len": ["error", { code: 100, ignoreStrings: true, ignoreTemplateLiterals: true }],
      "no-alert": "error",
      "no-console": "error",
      "no-duplicate-imports": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-implicit-globals": "error",
      "no-implied-eval": "error",
      "no-lonely-if": "error",
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: setAsText },
        { property: "outerHTML", message: setAsText },
        { property: "insertAdjacentHTML", message: setAsText },
      ],
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.object.name=Object] > ThisExpression:first-child",
          message: "Assign field by field: the types of Object.assign() are not checked.",
        },
      ],
      "no-return-assign": ["error", "except-parens"],
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-throw-literal": "error",
      "no-unneeded-ternary": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
      "no-unused-vars": ["error", { args: "all", argsIgnorePattern: "^_", caughtErrors: "all" }],
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-arrow-callback": "error",
      "prefer-const": "error",
      "prefer-rest-params": "error",
      "prefer-spread": "error",
      "prefer-template": "error",
    },
  },
  { files: ["static/js/**/*.js"], languageOptions: { globals: globals.browser } },
  // Tests beside the modules run in Node, on a page of tests/support.
  {
    files: ["static/js/**/*.test.js", "tests/**/*.js"],
    languageOptions: { globals: { ...globals.browser, ...globals.nodeBuiltin } },
  },
  { files: ["static/js/pages/theme.js"], languageOptions: { sourceType: "script" } },
  ...layers,
  {
    files: ["*.js"],
    languageOptions: { globals: globals.nodeBuiltin },
  },
];
