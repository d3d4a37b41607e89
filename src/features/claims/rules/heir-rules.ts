/**
 * Rules for who is paid after a death (the rules of their shares: `heir-shares.ts`): the same in the browser, on
 * sending, and for operators.
 */
import { bankErrors } from '../../../lib/money/bank-fields-by-country.ts'
import { isDay, type Day } from '../../../lib/days/dates.ts'
import type { FieldErrors } from '../../../lib/errors.ts'
import { checkIdNumber } from '../../../lib/people/id-number.ts'
import { checkName } from '../../../lib/people/person-names.ts'
import { dayError } from '../../../lib/days/read-day.ts'
import type { ClaimAccount, ClaimAnswers } from './claim-fields.ts'
import { birthOf, isMinor, samePersonAs } from './heir-identity.ts'
import { HEIR_COUNTRY, type Heir } from './heirs.ts'
import { readPercent, sharesError } from './heir-shares.ts'
import type { NameFit } from '../../../lib/people/compare-account-name.ts'
import { accountNameFit } from './draft/account-holder-check.ts'
import { hiddenInHeir } from './draft/invisible-characters-in-claim.ts'

/**
 * An heir's account in the form that payments and corrections use. The payee is the guardian if the account is in the
 * guardian's name.
 */
export function accountOfHeir(heir: Heir): ClaimAccount {
  const { accountName, accountNumber, bankName, bankFields, relation, name, guardian } = heir
  const toGuardian =
    guardian.trim() !== '' && fitOf(guardian, accountName) !== 'different' && fitOf(name, accountName) === 'different'
  return {
    accountOwn: false,
    payeeName: toGuardian ? guardian : name,
    payeeRelation: relation === 'spouse' || relation === 'child' || relation === 'parent' ? relation : 'other',
    accountCountry: HEIR_COUNTRY,
    accountName,
    accountNumber,
    bankName,
    bankFields,
  }
}

const fitOf = (payeeName: string, accountName: string): NameFit =>
  accountNameFit({ accountOwn: false, accountName, payeeName }, [])

/** `heirs` when there is none or the shares do not add up to 100 per cent; otherwise `heirs.<id>.<field>`. */
export function heirErrors({ heirs, heirShares }: Pick<ClaimAnswers, 'heirs' | 'heirShares'>, today: Day): FieldErrors {
  const errors: FieldErrors = {}
  if (heirs.length === 0) return { heirs: 'heir_required' }
  const agreed = heirs.length > 1 && heirShares === 'agreed'
  if (heirs.length > 1 && heirShares === '') errors['heirShares'] = 'shares_required'
  heirs.forEach((heir, i) => {
    const at = (field: string): string => `heirs.${heir.id}.${field}`
    if (heirs.slice(0, i).some((other) => samePersonAs(other, heir))) errors[at('name')] = 'heir_twice'
    for (const [field, code] of Object.entries(personErrors(heir, today))) errors[at(field)] ??= code
    if (agreed && readPercent(heir.percent) === undefined) errors[at('percent')] = 'percent_format'
    for (const [field, code] of Object.entries({ ...heirAccountErrors(heir), ...hiddenInHeir(heir) }))
      errors[at(field)] ??= code
  })
  const sum = agreed ? sharesError(heirs) : undefined
  if (sum) errors['heirs'] = sum
  return errors
}

function personErrors(heir: Heir, today: Day): FieldErrors {
  const errors: FieldErrors = {}
  const name = checkName(heir.name, 'any')
  if (!name.ok) errors['name'] = name.code === 'name_required' ? 'heir_name_required' : name.code
  if (heir.relation === '') errors['relation'] = 'relation_required'
  if (heir.idType === '') errors['idType'] = 'id_type_required'
  else {
    const read = checkIdNumber(heir.idType, heir.idNumber, today)
    if (!read.ok)
      errors['idNumber'] =
        read.code === 'passport_format' || read.code === 'permit_format' ? 'id_number_format' : read.code
    else if (!read.birthDate && !isDay(heir.birthDate))
      errors['birthDate'] = heir.birthDate === '' ? 'birth_required' : dayError(heir.birthDate)
    else if (birthOf(heir, today) > today) errors['birthDate'] = 'birth_future'
  }
  if (isMinor(heir, today)) {
    const guardian = checkName(heir.guardian, 'any')
    if (!guardian.ok) errors['guardian'] = guardian.code === 'name_required' ? 'guardian_required' : guardian.code
    else if (fitOf(heir.name, heir.guardian) === 'same') errors['guardian'] = 'guardian_is_heir'
  }
  return errors
}

function heirAccountErrors(heir: Heir): FieldErrors {
  const errors = bankErrors(HEIR_COUNTRY, heir)
  if (heir.accountName.trim() === '') errors['accountName'] = 'account_name_required'
  else if ([heir.name, heir.guardian].filter(Boolean).every((name) => fitOf(name, heir.accountName) === 'different'))
    errors['accountName'] = 'heir_account_name'
  return errors
}
