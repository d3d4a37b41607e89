import { createHash } from 'node:crypto'
import {
  confirmRegistration,
  listRegistrations,
  lookAtAccess,
  submitRegistration,
  undoAccess,
} from '../../../src/features/credentials/contract.ts'
import { blobOf, photoBytes } from '../claims-fixtures.ts'
import { row } from './row.ts'

const LINK = 'the code in it went to the policyholder, who need not sign in'

export const rows = [
  row(listRegistrations)({ of: 'caller', input: () => ({}) }),
  row(submitRegistration)({
    of: 'caller',
    input: async (world) => ({
      key: world.key(),
      idType: 'passport',
      idName: 'LIN XIAO',
      idNumber: 'E00000009',
      gender: 'female',
      birthDate: '2004-08-20',
      agreed: true,
      sha256: createHash('sha256')
        .update(await photoBytes())
        .digest('hex'),
    }),
    files: async () => ({ photo: blobOf(await photoBytes()) }),
  }),
  // Whether anything waits, and how often, the caller's own record says.
  row(confirmRegistration)({ of: 'caller', input: () => ({ code: '000000' }), answers: 'code_wrong' }),
  row(lookAtAccess)({ of: 'anyone', why: LINK, input: () => ({ code: 'unknown' }), answers: 'link_unknown' }),
  row(undoAccess)({ of: 'anyone', why: LINK, input: () => ({ code: 'unknown' }), answers: 'link_unknown' }),
]
