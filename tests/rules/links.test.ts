/** Every link and anchor of the built site, in both languages, and everything else that names an address. */
import { describe } from 'vitest'
import { CHECKS } from './link-faults.ts'
import { made, seedsOf } from './link-seeds.ts'
import { readBuilt, walkOf } from './links.ts'
import { once, rule } from './rule.ts'

const walk = once(() => walkOf(readBuilt()))

describe('everything that the built site names is there', () => {
  for (const [name, check] of Object.entries(CHECKS))
    rule(name, { built: true, of: walk, ...check, seeds: seedsOf(name), sound: { 'a small site': made() } })
})
