/** The same form to print and fill in by hand, for those who want paper: sections with room to write, and both texts that may be signed. */
import type { Fonts } from '../../policies/documents/fonts.server.ts'
import { WIDTH } from '../../policies/documents/a4-document.server.ts'
import { COLOUR, PAGE, STYLE, type Style } from '../../policies/documents/document-style.server.ts'
import type { Translate } from '../../policies/documents/translate.server.ts'
import { CLAIM_TYPES, DOCUMENT_KIND_IDS, type DocumentKind } from '../document-kinds.ts'
import { documentKey, typeKey } from '../word-keys.ts'
import type { BlankFormFacts } from './document-facts.ts'
import { drawSections } from './claim-form.server.ts'
import { ClaimPdf } from './claim-pdf.server.ts'
import { drawBesideSignature, drawSignature, SIGNATURE_BOX } from './draw-signature.server.ts'
import { drawBoxes, drawLines, drawWritingLines, LINE } from './handwritten-fields.server.ts'

const VISITS = 5
const TEXT: Style = { size: 8, leading: 1.42, colour: COLOUR.ink }
/** The form itself is no enclosure. */
const ENCLOSED: readonly DocumentKind[] = DOCUMENT_KIND_IDS.filter((kind) => kind !== 'claim_form' && kind !== 'other')

/** Facts → bytes of a PDF. */
export async function makeBlankForm(facts: BlankFormFacts, t: Translate, fonts: Fonts, { plain = false } = {}): Promise<Uint8Array> {
  const { lang, site, forms } = facts
  const title = t('claimdocuments:title.blank')
  const paper = new ClaimPdf({ lang, title, subject: title, author: site.name, issuedAt: facts.madeAt, plain }, fonts, { number: '', site, sampleNotice: facts.sampleNotice }, t)
  const label = (key: string): string => t(`claimdocuments:${key}`)
  paper.y += paper.text('H1', forms[0]?.title ?? title, PAGE.side, paper.y, WIDTH, STYLE.title) + 6
  paper.paragraph(t('claimdocuments:blank.lead', { address: site.address }), STYLE.lead)
  drawLines(paper, label('form.policy'), ['form.number', 'form.insured', 'blank.idNumber'].map(label))
  drawLines(paper, label('form.event'), ['form.day', 'form.hospital', 'form.place'].map(label))
  drawBoxes(paper, label('form.type'), CLAIM_TYPES.map((type) => t(typeKey(type))), 3)
  drawWritingLines(paper, label('form.description'), 6)
  visits(paper, t)
  drawLines(paper, label('form.contact'), ['form.person', 'form.phone', 'form.email'].map(label))
  drawLines(paper, label('form.account'), ['form.holder', 'form.country', 'blank.accountName', 'blank.accountNumber', 'blank.bank'].map(label))
  drawBoxes(paper, label('blank.documents'), ENCLOSED.map((kind) => t(documentKey(kind))), 2, label('blank.tick'))
  forms.forEach((form, i) => {
    const guardian = i > 0
    // Each text on a page of its own, with its signature.
    paper.ensureSpace(PAGE.height / 1.3)
    paper.heading(label(guardian ? 'blank.guardian' : 'blank.insured'))
    drawSections(paper, form, TEXT)
    signature(paper, t, guardian)
  })
  paper.drawFooters()
  return paper.finish()
}

function visits(paper: ClaimPdf, t: Translate): void {
  paper.addSpace(16)
  paper.heading(t('claimdocuments:form.visits'), LINE * VISITS)
  const columns = [
    { title: t('claimdocuments:form.visitDay'), share: 0.2 }, { title: t('claimdocuments:form.where'), share: 0.36 },
    { title: t('claimdocuments:form.invoice'), share: 0.2 }, { title: t('claimdocuments:blank.amountHint'), share: 0.24, align: 'right' as const },
  ]
  const blank = { cells: columns.map(() => ({ text: '\u00a0', style: { ...STYLE.body, leading: (LINE - 10) / STYLE.body.size } })) }
  paper.table(columns, Array.from({ length: VISITS }, () => blank))
}

function signature(paper: ClaimPdf, t: Translate, guardian: boolean): void {
  paper.addSpace(10)
  paper.ensureSpace(SIGNATURE_BOX.height + 26)
  paper.paragraph(t('claimdocuments:form.signature'), STYLE.label)
  const top = paper.y + 4
  drawSignature(paper, [], PAGE.side, top, '')
  drawBesideSignature(paper, [
    { label: t(guardian ? 'claimdocuments:blank.guardianName' : 'claimdocuments:blank.name'), value: '' }, { label: t('claimdocuments:blank.day'), value: '' },
  ], top)
  paper.addSpace(SIGNATURE_BOX.height + 10)
}
