/** The invented people of the sandbox's demo account. ID numbers are made up and carry no one's digits. */
import { checkCharacter } from '../../lib/people/id-number.ts'
import { DEMO_CLOSING_EMAIL, DEMO_EMAIL } from '../../features/session/contract.ts'
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
  idType: 'passport',
  idName: 'LIN YUTONG',
  idNumber: 'E00000000',
  gender: 'female',
  birthDate: BIRTH,
  nationality: 'CN',
  chineseName: DEMO_NAME,
  institution: 'Charles River College (sample)',
  email: DEMO_EMAIL,
  mobile: DEMO_MOBILE,
} as const satisfies NonNullable<People['policyholder']>

export const self: People = {
  relationship: 'self',
  policyholder: STUDENT,
  insured: {},
  ownWages: false,
  deathBenefitElsewhere: null,
}

/** A school friend with a rare name. */
export const RARE_NAME: People = {
  ...self,
  policyholder: {
    ...STUDENT,
    idType: 'resident_id',
    idName: '林𠮷',
    passportName: 'LIN JI',
    chineseName: '',
    idNumber: idNumber(BIRTH),
  },
}

/** Her father, a visiting scholar: "示例" is "sample". */
export const FATHER = {
  ...STUDENT,
  idName: 'LIN SHILI',
  idNumber: 'E00000002',
  gender: 'male',
  birthDate: '1976-11-08',
  chineseName: '林示例',
  email: 'lin.shili@example.com',
  mobile: '13900139002',
} as const satisfies NonNullable<People['insured']>
/** What she bought for him. */
export const FOR_FATHER: People = { ...self, relationship: 'parent', insured: FATHER }
/** His wife, who is paid as an heir; a sample card whose check digit is right. */
export const WIDOW = {
  idName: 'WANG SHILI',
  chineseName: '王示例',
  idNumber: 'E00000005',
  birthDate: '1977-03-04',
  card: '6222021234567890128',
} as const

/** Who closes the second account. */
export const CLOSING_PERSON: People = {
  ...self,
  policyholder: {
    ...STUDENT,
    idName: 'CHEN SHILI',
    idNumber: 'E00000009',
    gender: 'male',
    birthDate: '2001-03-14',
    chineseName: '陈示例',
    email: DEMO_CLOSING_EMAIL,
    mobile: '13900139009',
  },
}

/** The same student with the mobile number that she had before. */
export const EARLIER_MOBILE: People = { ...self, policyholder: { ...STUDENT, mobile: '13900139000' } }

/** With her child, who goes with her on an exchange. */
export const WITH_CHILD: People = {
  ...self,
  family: [
    {
      key: 'p1',
      relationship: 'child',
      deathBenefitElsewhere: 0,
      person: {
        idType: 'passport',
        idName: 'LIN XIAOHE',
        idNumber: 'E00000012',
        gender: 'male',
        birthDate: '2024-02-20',
        nationality: 'CN',
        chineseName: '林小禾',
      },
    },
  ],
}
