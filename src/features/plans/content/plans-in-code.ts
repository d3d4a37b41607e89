/**
 * Plans that the code itself names, and where. Without their files a page or the sandbox does not come up, so the check
 * of the content asks for them; `plans-in-code.test.ts` compares the list with the sources.
 */
export const PLANS_IN_CODE: Readonly<Record<string, string>> = {
  'asia-plus': 'the demo account',
  'eu-schengen': 'the demo account',
  'global-study': 'the example of a bill (src/lib/money/settlement-example.ts), the demo account',
  'short-camp': 'the demo account',
  'uk-plus': 'the demo account',
  'us-campus':
    'the example of the rate table (rate-table.ts), the example of a US bill (src/lib/money/us-bill-example.ts), the demo account',
  'us-j1': 'the demo account',
}
