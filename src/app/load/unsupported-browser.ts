/**
 * Whether a script failed because the browser cannot parse it (decision 0039). `:has` came with the oldest browsers
 * that everything works in, so a browser without it is older; a network failure raises another error than one of
 * syntax.
 */
export const isUnsupportedBrowser = (error: unknown): boolean =>
  error instanceof SyntaxError || !CSS.supports('selector(:has(a))')
