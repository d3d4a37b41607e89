/** Facts → bytes of a PDF. Pure: the same facts give the same bytes. */
import { drawCard } from './card.server.ts'
import { drawCertificate } from './certificate.server.ts'
import type { DocumentFacts } from './facts.server.ts'
import type { Fonts } from './fonts.server.ts'
import { drawLetter } from './letter.server.ts'
import { PolicyPaper } from './parts.server.ts'
import type { Meta } from './sheet.server.ts'
import type { Translate } from './words.server.ts'


/**
 * Draws one document. Throws `MissingGlyphs` rather than leave a character of a name blank (design §4).
 * `plain` leaves the streams uncompressed, for tests that read the text back.
 */
export async function makeDocument(facts: DocumentFacts, t: Translate, fonts: Fonts, { plain = false } = {}): Promise<Uint8Array> {
  const meta: Meta = {
    lang: facts.lang,
    title: t(`documents:title.${facts.kind}`, { number: facts.number }),
    subject: t('documents:subject', { insurer: facts.insurer }),
    author: facts.site.name,
    issuedAt: facts.issuedAt,
    plain,
  }
  if (facts.kind === 'card') return drawCard(meta, fonts, facts, t).finish()
  const paper = new PolicyPaper(meta, fonts, facts, t)
  if (facts.kind === 'certificate') drawCertificate(paper)
  else drawLetter(paper)
  paper.feet()
  return paper.finish()
}

