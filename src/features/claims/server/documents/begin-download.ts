/** The beginning of a document that is downloaded without a claim: its title, and what it is for. */
import { WIDTH } from '../../../../server/pdf/a4-document.ts'
import { PAGE, STYLE } from '../../../../server/pdf/document-style.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import type { Translate } from '../../../../server/pdf/document-words.ts'
import { ClaimPdf } from './a4-claim-page.ts'
import type { DownloadFacts } from '../../rules/documents/claim-document-facts.ts'

interface Heading {
  title: string
  lead: string
  /** Where the document shows data of a sample; '' for an empty form. */
  sampleNotice?: string
}

/** Begins the PDF with its heading. `plain`: not compressed, so that tests can read it. */
export function beginDownload(
  { lang, site, madeAt }: DownloadFacts,
  { title, lead, sampleNotice = '' }: Heading,
  t: Translate,
  fonts: Fonts,
  plain: boolean,
): ClaimPdf {
  const paper = new ClaimPdf(
    { lang, title, subject: title, author: site.name, issuedAt: madeAt, plain },
    fonts,
    { number: '', site, sampleNotice },
    t,
  )
  paper.y += paper.text('H1', title, PAGE.side, paper.y, WIDTH, STYLE.title) + 4
  paper.paragraph(lead, STYLE.small)
  return paper
}
