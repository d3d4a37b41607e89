/** Titles as they are kept, and how one that was typed becomes one. */
import { z } from 'zod'
import { emailSchema } from '../../lib/contact.ts'
import type { FieldErrors } from '../../lib/errors.ts'
import { hasHiddenCharacters, withoutInvisibleCharacters } from '../../lib/invisible-characters.ts'
import { Refusal } from '../../server/call-handlers.ts'
import type { Deps } from '../../server/dependencies.ts'
import { TITLE_KINDS, type TitleKind } from './contract.ts'
import { checkTaxNumber, normaliseTaxNumber } from './tax-number.ts'

export const INVOICE_TITLE = 'invoices.title'

const titleSchema = z.object({ kind: z.enum(TITLE_KINDS), name: z.string(), taxNumber: z.string(), email: z.string() })
export type InvoiceTitle = z.output<typeof titleSchema>

export const openTitle = (deps: Pick<Deps, 'seal'>, sealed: string): InvoiceTitle => deps.seal.open(INVOICE_TITLE, titleSchema, sealed)
export const sealTitle = (deps: Pick<Deps, 'seal'>, title: InvoiceTitle): string => deps.seal.seal(INVOICE_TITLE, title)

export interface TypedTitle {
  title: TitleKind
  name: string
  taxNumber: string
  numberConfirmed: boolean
  email: string
}

/** Refuses at the fields. `tax_number_unusual` passes once the buyer has confirmed the number: some genuine ones fail the check. */
export function titleFrom({ title, name, taxNumber, numberConfirmed, email }: TypedTitle, policyholder: string): InvoiceTitle {
  const address = emailSchema.safeParse(email)
  const addressError: FieldErrors = address.success ? {} : { email: email.trim() === '' ? 'email_required' : 'email_format' }
  if (title === 'personal') {
    if (!address.success) throw new Refusal('invalid', { fields: addressError })
    return { kind: 'personal', name: policyholder, taxNumber: '', email: address.data }
  }
  const plain = withoutInvisibleCharacters(name).normalize('NFC').replace(/\s+/g, ' ').trim()
  const number = normaliseTaxNumber(taxNumber)
  const verdict = checkTaxNumber(number)
  const fields: FieldErrors = {
    ...(plain === '' ? { name: 'title_required' } : hasHiddenCharacters(plain) || /[<>\p{Cc}]/u.test(plain) ? { name: 'title_characters' } : {}),
    ...(number === '' ? { taxNumber: 'tax_number_required' } : verdict === 'wrong' ? { taxNumber: 'tax_number_format' }
      : verdict === 'unusual' && !numberConfirmed ? { taxNumber: 'tax_number_unusual' } : {}),
    ...addressError,
  }
  if (Object.keys(fields).length > 0 || !address.success) throw new Refusal('invalid', { fields })
  return { kind: 'organisation', name: plain, taxNumber: number, email: address.data }
}

export const sameTitle = (a: InvoiceTitle, b: InvoiceTitle): boolean => a.kind === b.kind && a.name === b.name && a.taxNumber === b.taxNumber
