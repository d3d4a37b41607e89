/** An order as its payer sees it. */
import { maskContact } from '../../../lib/people/contact.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { TuitionOrder } from '../contract.ts'
import { currenciesOf } from '../rules/school-files.ts'
import { findSchool } from '../content/load-schools.ts'
import { quoteOf } from './tuition-quote.ts'
import { openFacts } from './sealed-tuition.ts'
import type { EducationOrderTable } from '../tables.ts'
import { confirmBy, sendBy } from './when-tuition-is-due.ts'

const instant = (value: number | null): number | null => (value === null ? null : value)

/** The school's name, even if we no longer serve it. */
export const schoolName = (slug: string, lang: Lang): string => findSchool(slug)?.name[lang] ?? slug

/** Days in which a school books a transfer; a week for one that we no longer serve. */
export const settlementDaysOf = (slug: string): number => findSchool(slug)?.settlementDays ?? 7

export function tuitionView(deps: Pick<Deps, 'seal'>, row: EducationOrderTable, lang: Lang): TuitionOrder {
  const { student, studentNumber, payer, reference, contact } = openFacts(deps, row)
  const school = findSchool(row.school)
  const [paidAt, sentAt] = [instant(row.paid_at), instant(row.sent_at)]
  return {
    id: row.id,
    status: row.status,
    student,
    studentNumber,
    payer,
    reference,
    contact: maskContact(contact),
    school: {
      slug: row.school,
      name: schoolName(row.school, lang),
      city: school?.city[lang] ?? '',
      sample: school?.sample ?? false,
      served: school !== undefined && currenciesOf(school).includes(row.fee_currency),
      settlementDays: settlementDaysOf(row.school),
    },
    quote: quoteOf(row, lang),
    submittedAt: row.submitted_at,
    paidAt,
    sendBy: paidAt === null ? null : sendBy(paidAt),
    sentAt,
    confirmBy: sentAt === null ? null : confirmBy(sentAt, settlementDaysOf(row.school)),
    confirmedAt: instant(row.confirmed_at),
    schoolReference: row.school_reference,
    returnedAt: instant(row.returned_at),
    reason: row.reason,
  }
}
