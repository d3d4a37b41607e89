/** A school's own waiver form, filled in: our verification code beside the title, lines for signatures at the end. */
import { WIDTH } from '../../../../server/pdf/a4-document.ts'
import { drawExchangeNote } from './certificate.ts'
import { PAGE, STYLE } from '../../../../server/pdf/document-style.ts'
import type { DocumentFacts } from './fact-types.ts'
import type { FilledForm } from './fill-school-form.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { PolicyDocument } from './policy-document-parts.ts'
import type { Translate } from '../../../../server/pdf/document-words.ts'

export interface SchoolFormFacts {
  facts: DocumentFacts
  form: FilledForm
  /** The form's, with "(sample)" where it is one. */
  name: string
}

export async function drawSchoolForm(
  { facts, form, name }: SchoolFormFacts,
  t: Translate,
  fonts: Fonts,
  { plain = false } = {},
): Promise<Uint8Array> {
  const paper = new PolicyDocument(
    { lang: facts.lang, title: name, subject: form.title, author: facts.site.name, issuedAt: facts.issuedAt, plain },
    fonts,
    facts,
    t,
  )
  paper.title(form.title, name, t('policydocuments:school.lead'))
  for (const { title, rows } of form.sections) {
    paper.section(title, rows, { broken: true })
    paper.addSpace(14)
  }
  drawExchangeNote(paper)
  paper.addSpace(12)
  drawSignature(paper, form.sign)
  paper.paragraph(t('policydocuments:school.decides'), STYLE.small)
  paper.check()
  paper.drawFooters()
  return paper.finish()
}

function drawSignature(paper: PolicyDocument, sign: string): void {
  paper.ensureSpace(80)
  paper.paragraph(sign, STYLE.body)
  paper.addSpace(34)
  const half = WIDTH / 2 - 12
  paper.rule(PAGE.side, paper.y, half)
  paper.rule(PAGE.side + half + 24, paper.y, half)
  const { y } = paper
  paper.y += paper.text('P', paper.t('policydocuments:school.signature'), PAGE.side, y + 3, half, STYLE.label)
  paper.text('P', paper.t('policydocuments:school.date'), PAGE.side + half + 24, y + 3, half, STYLE.label)
  paper.addSpace(12)
}

declare module '../../../../server/pdf/drawings.ts' {
  interface Drawings {
    schoolForm: SchoolFormFacts
  }
}
