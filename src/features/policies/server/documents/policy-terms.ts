/** The policy terms as a PDF: the same text whose checksum the sales record holds, exclusions in bold. */
import type { Lang } from '../../../../lib/locale.ts'
import type { Clauses } from '../../../plans/server/door.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { A4Document, WIDTH, type Frame } from '../../../../server/pdf/a4-document.ts'
import { PAGE, STYLE } from '../../../../server/pdf/document-style.ts'
import type { Translate } from '../../../../server/pdf/document-words.ts'

const INDENT = 14
type Article = Clauses['chapters'][number]['articles'][number]
type BodyStyle = (typeof STYLE)['body'] | (typeof STYLE)['strong']

export interface TermsFacts extends Frame {
  lang: Lang
  planName: string
  clauses: Clauses
  /** When this version was stored, ms. */
  storedAt: number
}

/** Draws the terms. */
export async function drawTerms(
  facts: TermsFacts,
  t: Translate,
  fonts: Fonts,
  { plain = false } = {},
): Promise<Uint8Array> {
  const { clauses, lang, site } = facts
  const meta = {
    lang,
    title: clauses.title,
    subject: facts.planName,
    author: site.name,
    issuedAt: facts.storedAt,
    plain,
  }
  const paper = new A4Document(meta, fonts, facts, t)
  paper.y += paper.text('H1', clauses.title, PAGE.side, paper.y, WIDTH, STYLE.title) + 6
  paper.paragraph(
    t('policydocuments:termsVersion', { version: clauses.version, date: clauses.date, filing: clauses.filing }),
    STYLE.lead,
  )
  paper.addSpace(4)
  paper.paragraph(clauses.notice, STYLE.small)
  for (const chapter of clauses.chapters) {
    paper.addSpace(16)
    paper.heading(`${chapter.id} ${chapter.title}`)
    for (const article of chapter.articles) {
      paper.addSpace(10)
      const body = article.exclusion ? STYLE.strong : STYLE.body
      paper.ensureSpace(26 + firstHeight(paper, article, body))
      paper.y += paper.text('H3', `${article.id} ${article.title}`, PAGE.side, paper.y, WIDTH, STYLE.strong) + 2
      for (const block of article.blocks) {
        if (block.kind === 'p') paper.paragraph(block.text, body)
        else paper.group('L', () => block.items.forEach((item) => listItem(paper, item, body)))
        paper.addSpace(3)
      }
    }
  }
  paper.addSpace(18)
  paper.paragraph(`SHA-256 ${clauses.sha256}`, STYLE.micro)
  paper.drawFooters()
  return paper.finish()
}

/** A heading stays on the page with the beginning of its text. */
function firstHeight(paper: A4Document, { blocks: [first] }: Article, style: BodyStyle): number {
  if (first?.kind === 'list') return paper.height(first.items[0] ?? '', WIDTH - INDENT, style)
  return first === undefined ? 0 : paper.height(first.text, WIDTH, style)
}

function listItem(paper: A4Document, item: string, style: BodyStyle): void {
  paper.ensureSpace(paper.height(item, WIDTH - INDENT, style))
  paper.group('LI', () => {
    paper.text('Lbl', '–', PAGE.side, paper.y, INDENT, style)
    paper.y += paper.text('LBody', item, PAGE.side + INDENT, paper.y, WIDTH - INDENT, style)
  })
}

declare module '../../../../server/pdf/drawings.ts' {
  interface Drawings {
    policyTerms: TermsFacts
  }
}
