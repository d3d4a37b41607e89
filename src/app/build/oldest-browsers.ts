/**
 * The oldest browsers that everything works in (decision 0039), as bundlers name them: syntax and style sheets are
 * compiled down to these. Features that no bundler can replace are kept out of the source by
 * `tests/rules/browsers.test.ts`.
 */
export const OLDEST_BROWSERS = ['chrome105', 'safari16.0', 'ios16.0', 'firefox121']
