/** The text that a claimant signs, with the checksum that the signature is bound to. */
import { createHash } from 'node:crypto'
import type { Day } from '../../../../lib/days/dates.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { plainLines } from '../../../../lib/content/text-sections.ts'
import type { FormText } from '../../contract.ts'
import { claimTextDays, loadClaimText, type ClaimText, type SignerRole } from '../../rules/draft/load-claim-texts.ts'

/** Everything that is read before signing, as plain lines: exactly this is hashed. */
export function plainForm(text: Omit<FormText, 'sha256'>): string {
  return [
    text.title,
    `claim-form ${text.lang} ${text.version}`,
    text.lead,
    ...text.points.map((point, i) => `${i + 1}. ${point.title}: ${point.text}`),
    ...plainLines(
      text.sections.map(({ paragraphs, ...section }) => ({
        ...section,
        blocks: paragraphs.map((line) => ({ kind: 'text', text: line })),
      })),
    ),
  ].join('\n')
}

/**
 * Makes the form of one signer from the content's text. Throws when it contains lists: the form consists of numbered
 * paragraphs.
 */
export function formOf({ lang, version, date, title, lead, points, sections }: ClaimText, role: SignerRole): FormText {
  const paragraphs = (blocks: ClaimText['sections'][number]['blocks']): string[] =>
    blocks.map((block) => {
      if ('items' in block) throw new Error(`claims/${lang}/application-form: only paragraphs here`)
      return block.text
    })
  const text = {
    lang,
    version: `${version} (${date})`,
    title,
    lead,
    points,
    sections: sections
      .filter(({ when }) => !when || when === role)
      .map(({ id, title: name, blocks }) => ({ id, title: name, paragraphs: paragraphs(blocks) })),
  }
  return { ...text, sha256: createHash('sha256').update(plainForm(text), 'utf8').digest('hex') }
}

/**
 * The claim application and authorisation for the given signer, as it holds on `day` (spec §5; design §6.5: bound to
 * text, version and time).
 */
export const formText = (lang: Lang, signerRole: SignerRole, day?: Day): FormText =>
  formOf(loadClaimText('application-form', lang, day), signerRole)

/**
 * The text that a signature is bound to, in a language: also when it is drawn after the next one has begun. That of
 * today where a signed text is no longer among the files.
 */
export function signedFormText(lang: Lang, role: SignerRole, signed: { lang: Lang; textSha256: string }): FormText {
  const day = claimTextDays().findLast((it) => formText(signed.lang, role, it).sha256 === signed.textSha256)
  return formText(lang, role, day)
}
