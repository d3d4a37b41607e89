/** The claim application and authorisation as it was sent: all answers, the text that was signed, the signature. */
import { formatDay, formatInstant } from '../../../../lib/days/dates.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { WIDTH, type Row } from '../../../../server/pdf/a4-document.ts'
import { PAGE, STYLE, type Style } from '../../../../server/pdf/document-style.ts'
import { withAsteriskMask } from '../../../../server/pdf/text-layout.ts'
import type { Translate } from '../../../../server/pdf/document-words.ts'
import type { FormText } from '../../contract.ts'
import { textVersionWords } from '../../rules/text-version-words.ts'
import { declarationKey, declarationsFor } from '../../rules/draft/declarations.ts'
import { documentKey } from '../../rules/word-keys.ts'
import { signedDocuments, type MadeDocument } from '../../rules/draft/made-documents.ts'
import { textOfDocument } from '../../rules/documents/made-document-words.ts'
import type { ClaimFormFacts } from '../../rules/documents/claim-document-facts.ts'
import {
  accountRows,
  contactRows,
  eventRows,
  heirRows,
  visitMoney,
  visitPlace,
  visitTotals,
} from './claim-form-rows.ts'
import { hasUnprintable, printableFacts } from './replace-unprintable.ts'
import { ClaimPdf } from './a4-claim-page.ts'
import { drawBesideSignature, drawSignature, SIGNATURE_BOX } from './draw-signature.ts'

const ROLE_WORDS = {
  insured: 'claimdocuments:form.roleInsured',
  guardian: 'claimdocuments:form.roleGuardian',
  claimant: 'claimdocuments:form.roleClaimant',
} as const

/** Makes the PDF from the facts; the same facts give the same bytes. `plain` leaves the streams uncompressed, for tests. */
export async function makeClaimForm(
  given: ClaimFormFacts,
  t: Translate,
  fonts: Fonts,
  { plain = false } = {},
): Promise<Uint8Array> {
  const facts = printableFacts(given, fonts, given.lang)
  const { lang, caseNumber, form } = facts
  const paper = new ClaimPdf(
    {
      lang,
      title: t('claimdocuments:title.form', { number: caseNumber }),
      subject: t('claimdocuments:subject', { insurer: facts.insurer }),
      author: facts.site.name,
      issuedAt: facts.submittedAt,
      plain,
    },
    fonts,
    { number: caseNumber, site: facts.site, sampleNotice: facts.sampleNotice },
    t,
  )
  paper.y += paper.text('H1', form.title, PAGE.side, paper.y, WIDTH, STYLE.title) + 6
  paper.paragraph(
    t('claimdocuments:form.lead', { number: caseNumber, at: formatInstant(facts.submittedAt, lang) }),
    STYLE.lead,
  )
  if (hasUnprintable(facts)) paper.flow(t('claimdocuments:missing'), STYLE.small)
  part(paper, t('claimdocuments:form.policy'), policyRows(facts, t))
  part(paper, t('claimdocuments:form.event'), eventRows(facts, t))
  if (facts.answers.description.trim() !== '') {
    paper.addSpace(12)
    paper.y += paper.text('H3', t('claimdocuments:form.description'), PAGE.side, paper.y, WIDTH, STYLE.label)
    paper.flow(facts.answers.description)
  }
  visits(paper, facts, t)
  part(paper, t('claimdocuments:form.contact'), contactRows(facts, t))
  if (facts.answers.type === 'death') part(paper, t('claimdocuments:form.heirs'), heirRows(facts, t))
  else part(paper, t('claimdocuments:form.account'), accountRows(facts, t))
  documents(paper, facts, t)
  declarations(paper, facts, t)
  // If the form is made in another language after the text was changed, the signed version does not exist there.
  if (form.version === facts.signature.textVersion) signedText(paper, form, t)
  signature(paper, facts, t)
  for (const kind of signedDocuments(facts.answers)) madeDocument(paper, kind, facts, t)
  paper.drawFooters()
  return paper.finish()
}

function part(paper: ClaimPdf, heading: string, rows: readonly Row[]): void {
  if (rows.length === 0) return
  paper.addSpace(18)
  paper.section(heading, rows)
}

function policyRows({ lang, policy, insurer, insured }: ClaimFormFacts, t: Translate): Row[] {
  return [
    { label: t('claimdocuments:form.number'), value: policy.number },
    { label: t('claimdocuments:form.plan'), value: policy.plan },
    { label: t('claimdocuments:form.insurer'), value: insurer },
    {
      label: t('claimdocuments:form.period'),
      value: t('claimdocuments:form.range', { start: formatDay(policy.start, lang), end: formatDay(policy.end, lang) }),
    },
    { label: t('claimdocuments:form.insured'), value: insured.name },
    ...(insured.otherName ? [{ label: t('claimdocuments:form.otherName'), value: insured.otherName }] : []),
    { label: insured.idType, value: withAsteriskMask(insured.idNumber) },
  ]
}

function visits(paper: ClaimPdf, { lang, answers }: ClaimFormFacts, t: Translate): void {
  if (answers.visits.length === 0) return
  paper.addSpace(18)
  paper.heading(t('claimdocuments:form.visits'), 90)
  const columns = [
    { title: t('claimdocuments:form.visitDay'), share: 0.2 },
    { title: t('claimdocuments:form.where'), share: 0.37 },
    { title: t('claimdocuments:form.invoice'), share: 0.2 },
    { title: t('claimdocuments:form.amount'), share: 0.23, align: 'right' as const },
  ]
  const rows = answers.visits.map((visit) => {
    const sum = visitMoney(visit)
    return {
      cells: [
        { text: visit.day && formatDay(visit.day, lang) },
        { text: visitPlace(visit, answers, lang) },
        { text: visit.invoice },
        { text: sum ? formatMoney(sum, lang) : '' },
      ],
    }
  })
  const totals = visitTotals(answers, lang).map(({ currency, sum }) => ({
    sum: 'subtotal' as const,
    cells: [{ text: '' }, { text: t('claimdocuments:form.sum', { currency }) }, { text: '' }, { text: sum }],
  }))
  paper.table(columns, [...rows, ...totals])
}

function documents(paper: ClaimPdf, facts: ClaimFormFacts, t: Translate): void {
  if (facts.documents.length === 0) return
  paper.addSpace(18)
  paper.heading(t('claimdocuments:form.documents'), 90)
  const columns = [
    { title: t('claimdocuments:form.document'), share: 0.36 },
    { title: t('claimdocuments:form.received'), share: 0.34 },
    { title: t('claimdocuments:form.receipt'), share: 0.3 },
  ]
  paper.table(
    columns,
    facts.documents.map(({ kind, pages, size, sha256, receivedAt }) => ({
      cells: [
        {
          text: t(documentKey(kind)),
          below: [
            {
              text: `${t('claimdocuments:form.pages', { count: pages })} · ${t('claimdocuments:form.size', { size: Math.max(1, Math.round(size / 1024)) })}`,
            },
          ],
        },
        { text: formatInstant(receivedAt, facts.lang, { seconds: true }) },
        { text: receiptOf(sha256) },
      ],
    })),
  )
}

/** 7F3A-91C2: the first eight digits of the checksum, as the pages show it. */
const receiptOf = (sha256: string): string => `${sha256.slice(0, 4)}-${sha256.slice(4, 8)}`.toUpperCase()

function declarations(paper: ClaimPdf, { answers }: ClaimFormFacts, t: Translate): void {
  const said = declarationsFor(answers).filter((id) => answers.declarations.includes(id))
  if (said.length === 0) return
  paper.addSpace(18)
  paper.heading(t('claimdocuments:form.declarations'), 60)
  paper.addSpace(5)
  for (const id of said) {
    paper.flow(`✓ ${t(declarationKey(id), { hospital: answers.hospital.name })}`)
    paper.flow(t(declarationKey(id, 'more')), STYLE.small)
    paper.addSpace(4)
  }
}

function signedText(paper: ClaimPdf, form: FormText, t: Translate): void {
  paper.addSpace(18)
  paper.heading(t('claimdocuments:form.text'), 90)
  paper.addSpace(8)
  paper.flow(form.lead, STYLE.strong)
  form.points.forEach(({ title, text }, i) =>
    paper.flow(`${i + 1}. ${title}${form.lang === 'cn' ? '：' : ': '}${text}`),
  )
  drawSections(paper, form)
}

/** The numbered sections of the text, in order. */
export function drawSections(paper: ClaimPdf, { sections }: FormText, style: Style = STYLE.body): void {
  for (const { title, paragraphs } of sections) {
    paper.addSpace(style.size * 0.9)
    paper.ensureSpace(72)
    paper.y += paper.text('H3', title, PAGE.side, paper.y, WIDTH, { ...style, bold: true }) + 1
    for (const text of paragraphs) {
      paper.flow(text, style)
      paper.addSpace(style.size * 0.3)
    }
  }
}

/** The signature with its signer, role and the instant `at` which it was given, kept on one page. */
function signatureBox(paper: ClaimPdf, { lang, signature: it }: ClaimFormFacts, at: number, t: Translate): void {
  paper.addSpace(18)
  paper.heading(t('claimdocuments:form.signature'), SIGNATURE_BOX.height + 50)
  paper.addSpace(12)
  if (it.kind === 'drawn')
    drawSignature(paper, it.strokes, PAGE.side, paper.y, t('claimdocuments:form.alt', { name: it.name }))
  else paper.text('P', it.name, PAGE.side, paper.y, SIGNATURE_BOX.width, STYLE.name)
  drawBesideSignature(
    paper,
    [
      { label: t('claimdocuments:form.by'), value: it.name },
      { label: t('claimdocuments:form.as'), value: t(ROLE_WORDS[it.role]) },
      {
        label: t('claimdocuments:form.at'),
        value: t('claimdocuments:form.atZone', { at: formatInstant(at, lang, { seconds: true }) }),
      },
    ],
    paper.y,
  )
  // The time may take a line more than the box is high.
  paper.addSpace(SIGNATURE_BOX.height + 20)
}

/** The signature, and the data that binds it to the text. */
function signature(paper: ClaimPdf, facts: ClaimFormFacts, t: Translate): void {
  const { lang, signature: it, form } = facts
  const language = t(`claimdocuments:language.${it.lang}`)
  signatureBox(paper, facts, it.at, t)
  paper.flow(t(it.kind === 'drawn' ? 'claimdocuments:form.drawn' : 'claimdocuments:form.typed'), STYLE.small)
  paper.addSpace(4)
  const version = textVersionWords(it.textVersion, lang)
  paper.flow(t('claimdocuments:form.bound', { language, version, sha256: it.textSha256 }), STYLE.micro)
  if (form.version !== it.textVersion) paper.flow(t('claimdocuments:form.earlier', { language, version }), STYLE.small)
  else if (form.lang !== it.lang) paper.flow(t('claimdocuments:form.translated', { language }), STYLE.small)
}

/** A document that was made from the answers: a page of its own, with the signature that it was signed with. */
function madeDocument(paper: ClaimPdf, kind: MadeDocument, facts: ClaimFormFacts, t: Translate): void {
  const { lang, answers, insured, policy, signature: signed } = facts
  const { opening, rows, told, closing } = textOfDocument(
    kind,
    {
      lang,
      answers,
      insured: insured.name,
      id: { label: insured.idType, value: withAsteriskMask(insured.idNumber) },
      policy: policy.number,
      signer: signed.role,
    },
    t,
  )
  paper.newPage()
  paper.y += paper.text('H2', t(documentKey(kind)), PAGE.side, paper.y, WIDTH, STYLE.title) + 6
  if (opening) paper.flow(opening, STYLE.lead)
  paper.addSpace(12)
  paper.list([{ label: t('claimdocuments:form.claim'), value: facts.caseNumber }, ...rows])
  if (told) {
    paper.addSpace(12)
    paper.y += paper.text('H3', told.label, PAGE.side, paper.y, WIDTH, STYLE.label)
    paper.flow(told.text)
  }
  paper.addSpace(12)
  paper.flow(closing)
  signatureBox(paper, facts, facts.submittedAt, t)
  paper.flow(t('claimdocuments:form.made', { name: signed.name }), STYLE.small)
}

declare module '../../../../server/pdf/drawings.ts' {
  interface Drawings {
    claimForm: Parameters<typeof makeClaimForm>[0]
  }
}
