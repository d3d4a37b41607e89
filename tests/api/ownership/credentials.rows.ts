import { createHash } from 'node:crypto'
import { listRegistrations, submitRegistration } from '../../../src/features/credentials/contract.ts'
import { blobOf, photoBytes } from '../claims-fixtures.ts'
import { row } from './row.ts'

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
]
