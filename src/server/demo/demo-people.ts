/** The invented people of the sandbox's demo account. ID numbers are made up and carry no one's digits. */
import { checkCharacter } from '../../lib/id-number.ts'
import { DEMO_EMAIL } from '../../features/session/contract.ts'
import type { People } from './buy-policy.ts'

/** A clearly made-up number, the same person as {@link DEMO_EMAIL}. */
export const DEMO_MOBILE = '13800138000'
export const DEMO_NAME = '林语桐'

/** Valid in form: area of the standard's own example, sequence 000. */
const idNumber = (birthDate: string): string => {
  const digits = `110105${birthDate.replaceAll('-', '')}000`
  return digits + checkCharacter(digits)
}

const BIRTH = '2004-05-27'

/** The student of the demo account, with her passport. */
export const STUDENT = {
  idType: 'passport', idName: 'LIN YUTONG', idNumber: 'E00000000', gender: 'female', birthDate: BIRTH, nationality: 'CN',
  chineseName: DEMO_NAME, institution: 'Charles River College (sample)', email: DEMO_EMAIL, mobile: DEMO_MOBILE,
} as const satisfies NonNullable<People['policyholder']>

export const self: People = { relationship: 'self', policyholder: STUDENT, insured: {}, ownWages: false, deathBenefitElsewhere: null }

/** A school friend with a rare name. */
export const RARE: People = {
  ...self,
  policyholder: { ...STUDENT, idType: 'resident_id', idName: '林𠮷', passportName: 'LIN JI', chineseName: '', idNumber: idNumber(BIRTH) },
}

/** The same student with the mobile number that she had before. */
export const EARLIER: People = { ...self, policyholder: { ...STUDENT, mobile: '13900139000' } }
