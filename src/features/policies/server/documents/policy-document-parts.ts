/** Parts of a policy's documents: title with its code, the ruler of the cover period, how to verify. */
import { addMonths, daysOfTerm, formatDay } from '../../../../lib/days/dates.ts'
import type { DocumentFacts } from './fact-types.ts'
import type { Fonts } from '../../../../server/pdf/font-types.ts'
import { A4Document, WIDTH } from '../../../../server/pdf/a4-document.ts'
import { drawQr } from '../../../../server/pdf/draw-qr.ts'
import type { Meta, PdfCanvas } from '../../../../server/pdf/pdf-canvas.ts'
import { COLOUR, PAGE, STYLE } from '../../../../server/pdf/document-style.ts'
import type { Translate } from '../../../../server/pdf/document-words.ts'

/** An A4 document that knows the policy it is about. */
export class PolicyDocument extends A4Document {
  readonly facts: DocumentFacts

  constructor(meta: Meta, fonts: Fonts, facts: DocumentFacts, t: Translate) {
    super(meta, fonts, facts, t)
    this.facts = facts
  }

  /** Title and first sentence, with the verification code beside them, on the first page. */
  title(title: string, ...leads: string[]): void {
    const { facts, t, y } = this
    const size = 68
    const width = WIDTH - size - 32
    const x = PAGE.width - PAGE.side - size
    this.y += this.text('H1', title, PAGE.side, y, width, STYLE.title) + 6
    for (const lead of leads) this.y += this.text('P', lead, PAGE.side, this.y, width, STYLE.lead)
    this.tag('Figure', () => drawQr(this.doc, facts.verifyUrl, x, y, size, COLOUR.ink), t('policydocuments:check.alt'))
    this.text('P', facts.verifyCode, x - 16, y + size + 3, size + 32, STYLE.micro, 'centre')
    this.y = Math.max(this.y, y + size + 16) + 16
  }

  /** The cover period as a ruler: a tall tick for each month counted from the start, its first and last day written out. */
  ruler(): void {
    const { start, end } = this.facts
    const { lang, t } = this
    this.ensureSpace(50)
    const top = this.y
    this.tag(
      'Figure',
      () => drawRuler(this, PAGE.side, top, WIDTH, start, end, COLOUR.teal, COLOUR.tealLine),
      t('policydocuments:period.alt', {
        start: formatDay(start, lang),
        end: formatDay(end, lang),
      }),
    )
    this.tag('P', () => {
      this.line(
        t('policydocuments:period.from', { day: formatDay(start, lang) }),
        PAGE.side,
        top + 20,
        WIDTH / 2,
        STYLE.strong,
      )
    })
    this.tag('P', () => {
      this.line(
        t('policydocuments:period.days', { count: daysOfTerm(start, end) }),
        PAGE.side,
        top + 20,
        WIDTH,
        STYLE.label,
        'centre',
      )
    })
    this.tag('P', () => {
      this.line(
        t('policydocuments:period.to', { day: formatDay(end, lang) }),
        PAGE.side + WIDTH / 2,
        top + 20,
        WIDTH / 2,
        STYLE.strong,
        'right',
      )
    })
    this.y = top + 50
  }

  /** Explains what anyone can do with the code beside the title. */
  check(): void {
    const { facts, t } = this
    this.paragraph(
      t('policydocuments:check.how', { code: facts.verifyCode, url: facts.verifyUrl.replace(/\?.*$/, '') }),
      STYLE.small,
    )
  }
}

/** Ticks on a line: one for each week of the term, tall where a month of it begins. */
export function drawRuler(
  sheet: PdfCanvas,
  x: number,
  y: number,
  width: number,
  start: string,
  end: string,
  dark: string,
  light: string,
): void {
  const days = daysOfTerm(start, end)
  const { doc } = sheet
  const at = (day: number): number => x + (width * day) / days
  const minor = days > 70 ? 7 : 1
  for (let day = 0; day <= days; day += minor) doc.moveTo(at(day), y + 14).lineTo(at(day), y + 10)
  doc.lineWidth(0.7).strokeColor(light).stroke()
  for (let month = 0, day = start; day <= end; month++, day = addMonths(start, month)) {
    const offset = daysOfTerm(start, day) - 1
    doc.moveTo(at(offset), y + 14).lineTo(at(offset), y + (month % 3 === 0 ? 3 : 7))
  }
  doc.moveTo(at(days), y + 14).lineTo(at(days), y + 3)
  doc.moveTo(x, y + 14).lineTo(x + width, y + 14)
  doc.lineWidth(1).strokeColor(dark).stroke()
}
