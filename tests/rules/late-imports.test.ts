/**
 * What an open page loads late, the site may have lost since: parts say so by themselves (`lazy.tsx`), and acts are
 * loaded ahead (`load-ahead.ts`). Whatever else loads late is listed here with what happens when it does not come.
 */
import { rule } from './rule.ts'
import { codeUnder, isTest, readTexts, type Texts } from './source.ts'
import { ROOM } from './walls.ts'

/** Directly before an import: the call that makes a part of it. */
const IN_PART =
  /\b(?:lazyPart|optionalPart|silentPart|byDevice|optionalLazy)(?:<[^;]*>)?\((?:\{[^}]*)?\s*(?:\w+: )?\(\) =>\s*$/

const LISTED: Readonly<Record<string, string>> = {
  'src/app/boot/boot.ts': 'bars of the page say it: the link and the search can be tried again',
  'src/app/parts/contact-input.tsx': 'a hint about a mistyped address is not given',
  'src/features/info/screens/hospitals/hospital-finder.ts': 'a line below the button says that it can be tried again',
  'src/features/orders/screens/confirm/steps/people/mistyped-email-notice.tsx':
    'a hint about a mistyped address is not given',
  'src/app/load/island.tsx': 'the warning before a login ends is not given',
  'src/app/storage/open-orders.ts': 'the link back to an application is not kept',
  'src/app/session/sign-out.ts': 'loaded ahead',
  'src/app/saving/typing-store.ts': 'loaded beside the draft',
  'src/features/account/screens/orders/detail/order-detail.tsx': 'the link back to an application is not removed',
  'src/features/account/screens/orders/detail/order-record.tsx': 'loadNow: a toast says it',
  'src/features/account/screens/orders/order-list.tsx': 'the link back to an application is not removed',
  'src/features/account/screens/overview/signed-in-overview.tsx': 'the link back to an application is not removed',
  'src/features/cashier/screens/pay/use-payment.ts': 'loaded ahead',
  'src/features/cashier/screens/succeed/receipt-parts.tsx': 'loadNow: a toast says it',
  'src/features/changes/screens/index.tsx': 'loaded beside the list; the page says it',
  'src/features/claims/screens/samples/SeeExample.tsx': 'loaded ahead, and its place says it',
  'src/features/claims/screens/apply/wizard.tsx': 'given to lazyPart and byDevice; the hospitals in advance',
  'src/features/claims/screens/follow/list/claim-list-parts.tsx': 'a draft that waits to be sent is listed as a draft',
  'src/features/claims/screens/follow/detail/application-answers.tsx': 'its place says it',
  'src/features/claims/screens/qrcode/phone-code.tsx': 'loaded with the code; the page says it',
  'src/features/info/screens/faq/faq-search.ts': 'all questions stay, with a link to the search of the site',
  'src/features/info/screens/feedback/feedback-first-answer.ts': 'the status says it',
  'src/features/invoices/screens/invoice-form.tsx': 'the server says it again',
  'src/features/orders/screens/confirm/wizard-store.ts': 'the link back to an application is not kept',
  'src/features/policies/screens/details/policy-documents.tsx': 'loadNow: a toast says it',
}

const lateIn = (texts: Texts): string[] =>
  [...texts]
    .filter(([, text]) =>
      [...text.matchAll(/(?<!typeof )\bimport\(/g)].some(({ index }) => !IN_PART.test(text.slice(0, index))),
    )
    .map(([path]) => path)

rule('what is loaded late says when it does not come', {
  of: () =>
    readTexts(
      codeUnder('src').filter(
        (path) =>
          /\.tsx?$/.test(path) &&
          !isTest(path) &&
          !/^src\/(server|programs|pages|env)|\.(build|testing)\./.test(path) &&
          !ROOM.test(path),
      ),
    ),
  faults: (texts) => [
    ...lateIn(texts)
      .filter((path) => !LISTED[path])
      .map((path) => `${path} loads late, and nothing is said of what then`),
    ...Object.keys(LISTED)
      .filter((path) => texts.has('src/app/load/lazy.tsx') && !lateIn(texts).includes(path))
      .map((path) => `${path} loads nothing late any more`),
  ],
  looksAt: lateIn,
  among: ['src/app/session/sign-out.ts', 'src/app/boot/boot.ts'],
  atLeast: 15,
  seeds: {
    'an act that loads its code when it is pressed': [
      new Map([['src/features/x/screens/a.tsx', "const press = async () => (await import('./b.ts')).send()"]]),
      'src/features/x/screens/a.tsx loads late, and nothing is said of what then',
    ],
  },
  sound: {
    'a part': new Map([['src/features/x/screens/a.tsx', "const Part = lazyPart(() => import('./b.tsx'), null)"]]),
    'a type': new Map([['src/features/x/screens/a.tsx', "type Of = typeof import('./b.tsx')"]]),
  },
})
