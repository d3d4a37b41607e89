import { expect, test } from 'vitest'
import { CLAIM_TYPES } from '../../../../rules/document-kinds.ts'
import { offeredTypes } from './claim-type-field.tsx'

test('a death has its own way in, and is a kind of claim only where it was chosen', () => {
  expect(offeredTypes('')).toEqual(CLAIM_TYPES.filter((type) => type !== 'death'))
  expect(offeredTypes('dental')).not.toContain('death')
  expect(offeredTypes('death')).toContain('death')
})
