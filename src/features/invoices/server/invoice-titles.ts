/** Titles as they are stored, and how a typed one is turned into that form. */
import { z } from 'zod'
import { emailSchema } from '../../../lib/people/contact.ts'
import type { FieldErrors } from '../../../lib/errors.ts'
import { withWholeCharacters } from '../../../lib/text/han-radicals.ts'
import { hasHiddenCharacters, withoutInvisibleCharacters } from '../../../lib/text/invisible-characters.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { TITLE_KINDS, type TitleKind } from '../contract.ts'
import { normaliseTaxNumber, taxNumberError } from '../rules/tax-number.ts'

const INVOICE_TITLE = 'invoices.title'

/** `link`: id of the private link by which a payer gave it; '' where the buyer did. */
const titleSchema = z.object({
  kind: z.enum(TITLE_KINDS),
  name: z.string(),
  taxNumber: z.string(),
  email: z.string(),
  link: z.string().default(''),
})
export type InvoiceTitle = z.output<typeof titleSchema>

export const openTitle = (deps: Pick<Deps, 'seal'>, sealed: string): InvoiceTitle =>
  deps.seal.open(INVOICE_TITLE, titleSchema, sealed)
export const sealTitle = (deps: Pick<Deps, 'seal'>, title: InvoiceTitle): string => deps.seal.seal(INVOICE_TITLE, title)

export interface TypedTitle {
  title: TitleKind
  name: string
  taxNumber: string
  numberConfirmed: boolean
  email: string
}

/** For a personal title: the policyholder, or the payer with the link, whose name we do not know. */
type Titled = { policyholder: string } | { link: string }

/**
 * Refuses with errors of the fields. `tax_number_unusual` passes once confirmed, because some genuine numbers fail the
 * check.
 */
export function titleFrom({ title, name, taxNumber, numberConfirmed, email }: TypedTitle, who: Titled): InvoiceTitle {
  const link = 'link' in who ? who.link : ''
  const address = emailSchema.safeParse(email)
  const plain =
    'policyholder' in who && title === 'personal'
      ? who.policyholder
      : withWholeCharacters(withoutInvisibleCharacters(name).normalize('NFC')).replace(/\s+/g, ' ').trim()
  const number = title === 'personal' ? '' : normaliseTaxNumber(taxNumber)
  const fields: FieldErrors = {
    ...(title === 'personal' && 'policyholder' in who ? {} : nameErrors(plain, title)),
    ...(title === 'personal' ? {} : numberErrors(number, numberConfirmed)),
    ...(address.success ? {} : { email: email.trim() === '' ? 'email_required' : 'email_format' }),
  }
  if (Object.keys(fields).length > 0 || !address.success) throw new Refusal('invalid', { fields })
  return { kind: title, name: plain, taxNumber: number, email: address.data, link }
}

function nameErrors(name: string, title: TitleKind): FieldErrors {
  if (name === '') return { name: title === 'personal' ? 'payer_required' : 'title_required' }
  return hasHiddenCharacters(name) || /[<>\p{Cc}]/u.test(name) ? { name: 'title_characters' } : {}
}

function numberErrors(number: string, confirmed: boolean): FieldErrors {
  const taxNumber = taxNumberError(number)
  return taxNumber === undefined || (taxNumber === 'tax_number_unusual' && confirmed) ? {} : { taxNumber }
}

export const sameTitle = (a: InvoiceTitle, b: InvoiceTitle): boolean =>
  a.kind === b.kind && a.name === b.name && a.taxNumber === b.taxNumber
