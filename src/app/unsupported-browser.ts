/**
 * Whether a script did not come because the browser cannot read it (decision 0039). `:has` came with the oldest browsers that everything works
 * in, so who does not know it is older; a network that fails answers with another error than one of syntax.
 */
export const isUnsupportedBrowser = (error: unknown): boolean => error instanceof SyntaxError || !CSS.supports('selector(:has(a))')
