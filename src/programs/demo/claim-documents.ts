/** The documents that a demo claim sends: filled with the claim's facts, drawn when they are needed. */
import { formatDay } from '../../lib/days/dates.ts'
import { formatMoney, money } from '../../lib/money/money.ts'
import { documentResources } from '../../features/policies/server/documents/document-resources.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { Answers, Kind, SampleDocument } from './make-claim.ts'
import { passport, pdf, photo, type Drawn, type PageText } from './draw-sample-documents.ts'
import { DEMO_NAME, STUDENT } from './demo-people.ts'

type Visit = NonNullable<Answers['visits']>[number]

/** A sample account; the number's check digit is right. */
export const ACCOUNT = {
  accountOwn: true,
  accountCountry: 'CN',
  accountName: DEMO_NAME,
  accountNumber: '6217850000800002417',
  bankName: '中国银行',
  bankFields: { branch: '上海徐汇支行' },
} satisfies Answers

const [SURNAME = '', GIVEN = ''] = STUDENT.idName.split(' ')
const GROUNDS: Partial<Record<Kind, string>> = { invoice: '#b59c7d', prescription: '#a89a86' }
const AS_PDF: readonly Kind[] = ['proof_of_account', 'itemised_bill', 'discharge_summary']

/** What every claim shares is drawn once per seeding. */
const drawn = new WeakMap<Deps, Map<Kind, Promise<Drawn>>>()
function drawOnce(deps: Deps, kind: Kind, draw: () => Promise<Drawn>): Promise<Drawn> {
  const known = drawn.get(deps) ?? new Map<Kind, Promise<Drawn>>()
  drawn.set(deps, known)
  const made = known.get(kind) ?? draw()
  known.set(kind, made)
  return made
}

/** One document of each kind, and an invoice a visit. */
export function claimDocuments(deps: Deps, answers: Answers, kinds: readonly Kind[]): SampleDocument[] {
  const visits = answers.visits ?? []
  return kinds.flatMap((kind): SampleDocument[] => {
    if (kind === 'invoice')
      return visits.map((it) => drawnPaper(deps, kind, `invoice-${it.invoice}`, invoice(answers, it)))
    if (kind === 'id_copy') {
      const facts = { surname: SURNAME, given: GIVEN, birth: STUDENT.birthDate, number: STUDENT.idNumber }
      return [
        {
          kind,
          draw: () => drawOnce(deps, kind, () => passport(documentResources(deps).fonts, 'passport.jpg', facts)),
        },
      ]
    }
    if (kind === 'proof_of_account') {
      const { draw } = drawnPaper(deps, kind, 'proof-of-account', bankProof)
      return [{ kind, draw: () => drawOnce(deps, kind, draw) }]
    }
    return [drawnPaper(deps, kind, kind.replaceAll('_', '-'), record(kind, answers))]
  })
}

/** A page with these words, as a photo or as a PDF by its kind. */
export function drawnPaper(deps: Deps, kind: Kind, name: string, page: PageText): SampleDocument {
  const pdfOf = () => pdf(documentResources(deps).fonts, `${name}.pdf`, page)
  const photoOf = () => photo(documentResources(deps).fonts, `${name}.jpg`, page, GROUNDS[kind])
  return { kind, draw: AS_PDF.includes(kind) ? pdfOf : photoOf }
}

const letterhead = ({ hospital }: Answers, visit?: Visit): Pick<PageText, 'from' | 'address'> => ({
  from: (visit?.elsewhere ?? hospital)?.name ?? '',
  address: (visit?.elsewhere ?? hospital)?.city ?? '',
})
const dayIn = ({ day }: Visit): string => (day ? formatDay(day, 'en') : '')

function invoice(answers: Answers, visit: Visit): PageText {
  const sum = formatMoney(money(visit.amount ?? 0, visit.currency || 'USD'), 'en')
  return {
    ...letterhead(answers, visit),
    title: 'INVOICE',
    facts: [
      ['Patient', STUDENT.idName],
      ['Date', dayIn(visit)],
      ['Invoice number', visit.invoice],
    ],
    lines: [['Services as itemised', sum]],
    total: ['Total, paid', sum],
    signed: true,
  }
}

function record(kind: Kind, answers: Answers): PageText {
  const [first] = answers.visits ?? []
  return {
    ...letterhead(answers),
    title: kind.replaceAll('_', ' ').toUpperCase(),
    signed: true,
    facts: [
      ['Patient', STUDENT.idName],
      ...(first ? [['Date', dayIn(first)] as const] : []),
      ['Complaint', (answers.description ?? '').split(/[.。]/)[0]?.slice(0, 40) ?? ''],
      ['Doctor', 'A. Sample'],
    ],
  }
}

const bankProof: PageText = {
  from: 'Bank of China (sample)',
  address: ACCOUNT.bankFields.branch,
  title: 'PROOF OF ACCOUNT',
  signed: true,
  facts: [
    ['Account name', ACCOUNT.accountName],
    ['Account number', ACCOUNT.accountNumber],
    ['Branch', ACCOUNT.bankFields.branch],
  ],
}
