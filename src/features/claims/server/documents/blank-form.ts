/** The claim form to print and fill in by hand: sections with room to write, and both texts that may have to be signed. */
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { WIDTH } from '../../../../server/pdf/a4-document.ts'
import { COLOUR, PAGE, STYLE, type Style } from '../../../../server/pdf/document-style.ts'
import type { Translate } from '../../../../server/pdf/document-words.ts'
import { CLAIM_TYPES, DOCUMENT_KIND_IDS, type DocumentKind } from '../../rules/document-kinds.ts'
import { documentKey, typeKey } from '../../rules/word-keys.ts'
import type { SignerRole } from '../../rules/draft/load-claim-texts.ts'
import type { BlankFormFacts } from '../../rules/documents/claim-document-facts.ts'
import { drawSections } from './claim-form.ts'
import { ClaimPdf } from './a4-claim-page.ts'
import { drawBesideSignature, drawSignature, SIGNATURE_BOX } from './draw-signature.ts'
import { drawBoxes, drawLines, drawWritingLines, LINE } from './handwritten-fields.ts'

const VISITS = 5
const TEXT: Style = { size: 8, leading: 1.42, colour: COLOUR.ink }
/** Number of heirs that the form for a death has room for. */
const HEIRS = 3
const BESIDE_DEATH: readonly DocumentKind[] = ['relationship', 'proof_of_account', 'police_report', 'invoice']
/** Enclosures of a claim for a death, without the form itself. */
const OF_DEATH: readonly DocumentKind[] = ['death_certificate', 'deregistration', 'heir_id', 'heirs_agreement']
const ENCLOSED: readonly DocumentKind[] = DOCUMENT_KIND_IDS.filter(
  (kind) => kind !== 'claim_form' && kind !== 'other' && !OF_DEATH.includes(kind),
)

const HEADING: Record<SignerRole, string> = {
  insured: 'claimdocuments:blank.insured',
  guardian: 'claimdocuments:blank.guardian',
  claimant: 'claimdocuments:blank.claimant',
}
const NAME: Record<SignerRole, string> = {
  insured: 'claimdocuments:blank.name',
  guardian: 'claimdocuments:blank.guardianName',
  claimant: 'claimdocuments:blank.claimantName',
}

const emptyPaper = (
  { lang, site, madeAt, sampleNotice }: BlankFormFacts,
  title: string,
  t: Translate,
  fonts: Fonts,
  plain: boolean,
): ClaimPdf =>
  new ClaimPdf(
    { lang, title, subject: title, author: site.name, issuedAt: madeAt, plain },
    fonts,
    { number: '', site, sampleNotice },
    t,
  )

/** Makes the PDF from the facts. */
export async function makeBlankForm(
  facts: BlankFormFacts,
  t: Translate,
  fonts: Fonts,
  { plain = false } = {},
): Promise<Uint8Array> {
  const { site, forms } = facts
  const title = t('claimdocuments:title.blank')
  const paper = emptyPaper(facts, title, t, fonts, plain)
  const label = (key: string): string => t(`claimdocuments:${key}`)
  paper.y += paper.text('H1', forms[0]?.form.title ?? title, PAGE.side, paper.y, WIDTH, STYLE.title) + 6
  paper.paragraph(t('claimdocuments:blank.lead', { address: site.address }), STYLE.lead)
  drawLines(paper, label('form.policy'), ['form.number', 'form.insured', 'blank.idNumber'].map(label))
  drawLines(paper, label('form.event'), ['form.day', 'form.hospital', 'form.place'].map(label))
  drawBoxes(
    paper,
    label('form.type'),
    CLAIM_TYPES.filter((type) => type !== 'death').map((type) => t(typeKey(type))),
    3,
  )
  drawWritingLines(paper, label('form.description'), 6)
  visits(paper, t)
  drawLines(paper, label('form.contact'), ['form.person', 'form.phone', 'form.email'].map(label))
  drawLines(
    paper,
    label('form.account'),
    ['form.holder', 'form.country', 'blank.accountName', 'blank.accountNumber', 'blank.bank'].map(label),
  )
  drawBoxes(
    paper,
    label('blank.documents'),
    ENCLOSED.map((kind) => t(documentKey(kind))),
    2,
    label('blank.tick'),
  )
  drawTexts(paper, forms, t)
  paper.drawFooters()
  return paper.finish()
}

/**
 * The form for whoever claims after a death: who died and when, the heirs with their shares and accounts. Separate, so
 * that nobody else prints it.
 */
export async function makeBlankDeathForm(
  facts: BlankFormFacts,
  t: Translate,
  fonts: Fonts,
  { plain = false } = {},
): Promise<Uint8Array> {
  const { site, forms } = facts
  const title = t('claimdocuments:title.blankDeath')
  const paper = emptyPaper(facts, title, t, fonts, plain)
  const label = (key: string): string => t(`claimdocuments:${key}`)
  paper.y += paper.text('H1', title, PAGE.side, paper.y, WIDTH, STYLE.title) + 6
  paper.paragraph(t('claimdocuments:blank.deathLead', { address: site.address, phone: site.phone }), STYLE.lead)
  drawLines(paper, label('form.policy'), ['form.number', 'form.insured', 'blank.idNumber'].map(label))
  drawLines(paper, label('form.event'), ['form.deathDay', 'form.deathCause'].map(label))
  drawLines(
    paper,
    label('form.claimant'),
    ['blank.claimantName', 'blank.relation', 'form.phone', 'form.email'].map(label),
  )
  for (let number = 1; number <= HEIRS; number++) {
    drawLines(
      paper,
      t('claimdocuments:form.heir', { number }),
      [
        'blank.heirName',
        'blank.relation',
        'blank.heirShare',
        'blank.accountName',
        'blank.accountNumber',
        'blank.bank',
        'blank.heirGuardian',
      ].map(label),
    )
  }
  drawBoxes(
    paper,
    label('blank.documents'),
    [...OF_DEATH, ...BESIDE_DEATH].map((kind) => t(documentKey(kind))),
    2,
    label('blank.tick'),
  )
  drawTexts(paper, forms, t)
  paper.drawFooters()
  return paper.finish()
}

/** Each text on its own page, with its signature. */
function drawTexts(paper: ClaimPdf, forms: BlankFormFacts['forms'], t: Translate): void {
  for (const { role, form } of forms) {
    paper.ensureSpace(PAGE.height / 1.3)
    paper.heading(t(HEADING[role]))
    drawSections(paper, form, TEXT)
    signature(paper, t, role)
  }
}

function visits(paper: ClaimPdf, t: Translate): void {
  paper.addSpace(16)
  paper.heading(t('claimdocuments:form.visits'), LINE * VISITS)
  const columns = [
    { title: t('claimdocuments:form.visitDay'), share: 0.2 },
    { title: t('claimdocuments:form.where'), share: 0.36 },
    { title: t('claimdocuments:form.invoice'), share: 0.2 },
    { title: t('claimdocuments:blank.amountHint'), share: 0.24, align: 'right' as const },
  ]
  const blank = {
    cells: columns.map(() => ({ text: '\u00a0', style: { ...STYLE.body, leading: (LINE - 10) / STYLE.body.size } })),
  }
  paper.table(
    columns,
    Array.from({ length: VISITS }, () => blank),
  )
}

function signature(paper: ClaimPdf, t: Translate, role: SignerRole): void {
  paper.addSpace(10)
  paper.ensureSpace(SIGNATURE_BOX.height + 26)
  paper.paragraph(t('claimdocuments:form.signature'), STYLE.label)
  const top = paper.y + 4
  drawSignature(paper, [], PAGE.side, top, '')
  drawBesideSignature(
    paper,
    [
      { label: t(NAME[role]), value: '' },
      { label: t('claimdocuments:blank.day'), value: '' },
    ],
    top,
  )
  paper.addSpace(SIGNATURE_BOX.height + 10)
}
