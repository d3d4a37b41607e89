/** Finds invisible characters in a claim's texts: the texts are printed, read by a handler and sent to a bank. */
import type { FieldErrors } from '../../../../lib/errors.ts'
import { hasHiddenCharacters } from '../../../../lib/text/invisible-characters.ts'
import type { ClaimAccount, ClaimAnswers } from '../claim-fields.ts'
import type { Heir } from '../heirs.ts'

// Texts are kept as typed, so marks at their ends count too: letters are put around them to make them inner marks.
const found = (texts: Readonly<Record<string, string>>): FieldErrors =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => hasHiddenCharacters(`x${text}x`))
      .map(([key]) => [key, 'invisible_characters']),
  )

/** Field key → code, for the event and the contact. */
export const hiddenInEvent = ({
  place,
  contactPerson,
  email,
  description,
  hospital,
  visits,
}: ClaimAnswers): FieldErrors =>
  found({
    place,
    contactPerson,
    email,
    description,
    hospital: `${hospital.name}${hospital.city}`,
    ...Object.fromEntries(visits.map(({ id, invoice }) => [`visits.${id}.invoice`, invoice])),
    ...Object.fromEntries(visits.map(({ id, other }) => [`visits.${id}.otherPayer`, other?.payer ?? ''])),
  })

/** Field key → code, for the account. */
export const hiddenInAccount = ({
  payeeName,
  accountName,
  accountNumber,
  bankName,
  bankFields,
}: ClaimAccount): FieldErrors =>
  found({
    payeeName,
    accountName,
    accountNumber,
    bankName,
    ...Object.fromEntries(Object.entries(bankFields).map(([id, text]) => [`bankFields.${id}`, text])),
  })

/** Field → code, for one heir. */
export const hiddenInHeir = ({ name, guardian, accountName, accountNumber, bankName, bankFields }: Heir): FieldErrors =>
  found({
    name,
    guardian,
    accountName,
    accountNumber,
    bankName,
    ...Object.fromEntries(Object.entries(bankFields).map(([id, text]) => [`bankFields.${id}`, text])),
  })
