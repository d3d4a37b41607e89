/** Every link and anchor of the built site, in both languages, and everything else that names an address. */
import { describe, expect, test } from 'vitest'
import { isBuilt } from './dist.ts'
import { FAULTS } from './link-faults.ts'
import { readBuilt, walkOf } from './links.ts'

describe.runIf(isBuilt)('everything that the built site names is there', () => {
  const walk = walkOf(isBuilt ? readBuilt() : { files: new Set(), text: () => '' })
  test.each(Object.entries(FAULTS))('%s', (_, fault) => {
    expect(fault(walk)).toEqual([])
  })
})
