/**
 * A claim after a death, made by the survivors: the student bought for her father, and two heirs are to be paid. All
 * people are invented.
 */
import { addDays, dayOf, formatDay, type Day } from '../../lib/days/dates.ts'
import { acceptDocument } from '../../features/claims/server/case/review-document.ts'
import { registerClaim, takeIntoReview } from '../../features/claims/server/case/handler-actions.ts'
import { loadCase } from '../../features/claims/server/case/load-case.ts'
import { orderMessages } from '../../features/orders/server/order-messages.ts'
import { agreeConsent, getOrder, sendConsent, viewConsent, type OrderView } from '../../features/orders/contract.ts'
import { orderRoutes } from '../../features/orders/server/routes.ts'
import { documentResources } from '../../features/policies/server/documents/document-resources.ts'
import type { Deps } from '../../server/dependencies.ts'
import { buyBefore, trip } from './buy-in-the-past.ts'
import { callAs, depsAt, type Actor } from './call-as.ts'
import { ACCOUNT, drawnPaper } from './claim-documents.ts'
import { DEMO_NAME, FATHER, FOR_FATHER, STUDENT, WIDOW } from './demo-people.ts'
import { passport, type PageText } from './draw-sample-documents.ts'
import {
  claimant,
  HANDLER,
  playClaimStory,
  withoutMessages,
  type Answers,
  type Kind,
  type SampleDocument,
} from './make-claim.ts'

const DAY = 86_400_000
const SECOND = 1000
/** What a handler has checked by now; the heirs' documents come next. */
const ACCEPTED: readonly Kind[] = ['id_copy', 'death_certificate', 'police_report']

/** Buys with the insured person's consent: the link that is sent to him is opened here. */
function buyerOf(
  deps: Deps,
  userId: string,
): { as: (at: number) => Actor; consent: (order: OrderView) => Promise<OrderView> } {
  let code = ''
  const send: Deps['messages']['send'] = async (_trx, message, { vars }) => {
    const { name } = orderMessages.order_consent
    if (message.name === name) code = new URL(message.pick(vars)['url'] ?? '').searchParams.get('consent') ?? ''
    return { queued: true, at: deps.clock() }
  }
  const listening: Deps = { ...deps, messages: { ...deps.messages, send } }
  let last: Actor | undefined
  const as = (at: number): Actor => (last = callAs(listening, orderRoutes, { userId, lang: 'cn', at }))
  const consent = async ({ id, version }: OrderView): Promise<OrderView> => {
    if (!last) throw new Error('nobody buys')
    const {
      call,
      deps: { clock },
    } = last
    await call(sendConsent, { id, version, channel: 'email' })
    const view = await call(viewConsent, { code })
    await call(agreeConsent, {
      code,
      agree: true,
      nameConfirmed: true,
      sensitive: true,
      amount: view.deathBenefit,
      sha256: view.text.sha256,
      openedAt: clock() - 9 * SECOND,
    })
    return call(getOrder, { id })
  }
  return { as, consent }
}

type Heir = NonNullable<Answers['heirs']>[number]
const heir = (id: string, over: Omit<Heir, 'id' | 'idType' | 'guardian' | 'percent'>): Heir => ({
  id,
  idType: 'passport',
  guardian: '',
  percent: '',
  ...over,
})
const HEIRS: readonly Heir[] = [
  heir('daughter', {
    name: DEMO_NAME,
    relation: 'child',
    idNumber: STUDENT.idNumber,
    birthDate: STUDENT.birthDate,
    accountName: ACCOUNT.accountName,
    accountNumber: ACCOUNT.accountNumber,
    bankName: ACCOUNT.bankName,
    bankFields: ACCOUNT.bankFields,
  }),
  heir('widow', {
    name: WIDOW.chineseName,
    relation: 'spouse',
    idNumber: WIDOW.idNumber,
    birthDate: WIDOW.birthDate,
    accountName: WIDOW.chineseName,
    accountNumber: WIDOW.card,
    bankName: '中国工商银行',
    bankFields: { branch: '福州鼓楼支行' },
  }),
]

const answers = (day: Day): Answers => ({
  deathCause: 'accident',
  deathDay: addDays(day, 1),
  contactPerson: DEMO_NAME,
  heirs: [...HEIRS],
  heirShares: 'equal',
  otherInsurance: false,
})

const page = (from: string, title: string, facts: PageText['facts']): PageText => ({
  from: `${from} (sample)`,
  address: 'Boston',
  title,
  facts,
  signed: true,
})

/** The text of each document. */
const papers = (day: Day): Partial<Record<Kind, PageText>> => {
  const [accident, died] = [formatDay(day, 'en'), formatDay(addDays(day, 1), 'en')]
  const deceased = ['Deceased', FATHER.idName] as const
  return {
    death_certificate: page('Registry of Vital Records', 'CERTIFICATE OF DEATH', [
      deceased,
      ['Date of death', died],
      ['Cause', 'Injuries from a road accident'],
    ]),
    police_report: page('Harbour District Police', 'ACCIDENT REPORT', [
      ['Date', accident],
      ['Injured', FATHER.idName],
      ['Report number', 'HD-000-SAMPLE'],
      ['Course', 'Struck on a crossing by a van'],
    ]),
    relationship: page('Notary Office', 'CERTIFICATE OF KINSHIP', [
      deceased,
      ['Daughter', STUDENT.idName],
      ['Spouse', WIDOW.idName],
    ]),
    heirs_agreement: page('Notary Office', 'AGREEMENT OF THE HEIRS', [
      deceased,
      ['Heirs', `${STUDENT.idName}, ${WIDOW.idName}`],
      ['Shares', 'Equal'],
    ]),
  }
}

const accountProof = ({ accountName, accountNumber }: Heir): PageText => ({
  ...page('Bank', 'PROOF OF ACCOUNT', [
    ['Account name', accountName],
    ['Account number', accountNumber],
  ]),
  address: 'Fuzhou',
})

function documents(deps: Deps, day: Day, kinds: readonly Kind[]): SampleDocument[] {
  const { fonts } = documentResources(deps)
  const pass = (
    kind: Kind,
    { idName, birthDate, idNumber }: Record<'idName' | 'birthDate' | 'idNumber', string>,
  ): SampleDocument => {
    const [surname = '', given = ''] = idName.split(' ')
    return { kind, draw: () => passport(fonts, 'passport.jpg', { surname, given, birth: birthDate, number: idNumber }) }
  }
  const told = papers(day)
  return kinds.flatMap((kind): SampleDocument[] => {
    if (kind === 'id_copy') return [pass(kind, FATHER)]
    if (kind === 'heir_id') return [pass(kind, STUDENT), pass(kind, WIDOW)]
    if (kind === 'proof_of_account')
      return HEIRS.map((it) => drawnPaper(deps, kind, `proof-of-account-${it.id}`, accountProof(it)))
    const text = told[kind]
    return text ? [drawnPaper(deps, kind, kind.replaceAll('_', '-'), text)] : []
  })
}

/** Being handled: sent four days ago, three documents accepted. */
async function handle(ago: (days: number) => Deps, id: string): Promise<void> {
  await registerClaim(ago(3.5), { ...HANDLER, id })
  await takeIntoReview(ago(3), { ...HANDLER, id })
  for (const it of (await loadCase(ago(2), id)).documents)
    if (ACCEPTED.includes(it.kind)) await acceptDocument(ago(2), { ...HANDLER, id, document: it.id })
}

/** Parts of the demo account by name. */
export function deathParts(deps: Deps, userId: string, now: number): [string, () => Promise<void>][] {
  const quiet = withoutMessages(deps)
  const ago = (days: number): Deps => depsAt(quiet, now - days * DAY)
  return [
    [
      'death',
      async () => {
        const { as, consent } = buyerOf(deps, userId)
        const start = addDays(dayOf(now), -110)
        const order = await buyBefore(as, 15, {
          key: 'demo-father',
          trip: trip('us-j1', 'standard', start, 3, 'us'),
          people: FOR_FATHER,
          consent,
        })
        const policy = await deps.db
          .selectFrom('policies')
          .select('id')
          .where('order_id', '=', order)
          .executeTakeFirst()
        if (!policy) return
        const day = addDays(dayOf(now), -40)
        await playClaimStory(quiet, userId, {
          key: 'demo-claim-death',
          policy: policy.id,
          day,
          death: true,
          answers: answers(day),
          documents: (kinds) => documents(quiet, day, kinds),
          began: claimant(quiet, userId, now - 6 * DAY),
          sent: claimant(quiet, userId, now - 4 * DAY),
          steps: [{ moves: 2, run: (id) => handle(ago, id) }],
        })
      },
    ],
  ]
}
