/** Draws facts as a PDF. Pure: the same facts give the same bytes. */
import { drawCard } from './insurance-card.ts'
import { drawCertificate, drawExchangeNote } from './certificate.ts'
import { drawEndorsement } from './endorsement.ts'
import type { DocumentFacts, DocumentKind } from './fact-types.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { drawPolicy } from './insurance-policy.ts'
import { drawLetter, drawOpening, drawSigner } from './visa-letter.ts'
import { PolicyDocument } from './policy-document-parts.ts'
import type { Meta } from '../../../../server/pdf/pdf-canvas.ts'
import type { Translate } from '../../../../server/pdf/document-words.ts'
import { STYLE } from '../../../../server/pdf/document-style.ts'

const DRAWERS: Record<Exclude<DocumentKind, 'card'>, (paper: PolicyDocument) => void> = {
  policy: drawPolicy,
  endorsement: drawEndorsement,
  certificate: drawCertificate,
  visa_letter: drawLetter,
  waiver_letter: drawWaiverLetter,
}

/**
 * Draws one document. Throws `MissingGlyphs` rather than leave a character of a name blank (design §4).
 * `plain` leaves the streams uncompressed, for tests that read the text.
 */
export async function drawDocument(
  facts: DocumentFacts,
  t: Translate,
  fonts: Fonts,
  { plain = false } = {},
): Promise<Uint8Array> {
  const meta: Meta = {
    lang: facts.lang,
    title: t(`policydocuments:title.${facts.kind}`, { number: facts.number }),
    subject: t('policydocuments:subject', { insurer: facts.insurer }),
    author: facts.site.name,
    issuedAt: facts.issuedAt,
    plain,
  }
  if (facts.kind === 'card') return drawCard(meta, fonts, facts, t).finish()
  const paper = new PolicyDocument(meta, fonts, facts, t)
  DRAWERS[facts.kind](paper)
  paper.drawFooters()
  return paper.finish()
}

declare module '../../../../server/pdf/drawings.ts' {
  interface Drawings {
    policyDocument: DocumentFacts
  }
}

/** The waiver letter: what a school compares with its own plan, each figure in the currency that the school asks for. */
function drawWaiverLetter(paper: PolicyDocument): void {
  const { facts, t } = paper
  drawOpening(paper, 'waiver')
  paper.section(
    t('policydocuments:waiver.cover'),
    [{ label: t('policydocuments:territory'), value: facts.territory }, ...facts.waiver],
    { broken: true },
  )
  drawExchangeNote(paper)
  paper.addSpace(10)
  paper.section(t('policydocuments:waiver.contacts'), facts.contacts.slice(0, 3))
  paper.addSpace(8)
  paper.paragraph(t('policydocuments:waiver.decides'), STYLE.small)
  paper.check()
  drawSigner(paper)
  paper.paragraph(t('policydocuments:prevail'), STYLE.small)
}
