import { describe, expect, test } from 'vitest'
import { matchRoute } from '../../../routes.ts'
import { FLOWS, flowRows, laneX, type FlowStep } from './process-steps.ts'

const flows: [string, readonly FlowStep[]][] = Object.entries(FLOWS)

describe.each(flows)('%s', (_, steps) => {
  test('begins on the way and names each step once', () => {
    expect(steps[0]?.aside).toBeUndefined()
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length)
  })
  test('leads on to pages that exist', () => {
    expect(steps.flatMap(({ more }) => (more && !matchRoute(more) ? [more] : []))).toEqual([])
  })
  test('its way is never broken: each row takes up where the one above left it', () => {
    const rows = flowRows(steps)
    rows.slice(1).forEach((row, i) => expect(row.enter).toMatch(new RegExp(`^M${rows[i]?.on} 0`)))
    expect(rows.at(-1)?.on).toBeNull()
  })
})

test('an aside leaves the way where it was, and a detour comes back to it', () => {
  const [first, aside, last] = flowRows([
    { id: 'a', lane: 'us', picture: 'form' },
    { id: 'b', lane: 'you', picture: 'form', aside: 'detour' },
    { id: 'c', lane: 'bank', picture: 'form' },
  ])
  expect([first?.enter, first?.on]).toEqual([null, laneX('us')])
  expect([aside?.x, aside?.on]).toEqual([laneX('you'), laneX('us')])
  expect(aside?.back).toMatch(new RegExp(`^M${laneX('you')} .* ${laneX('us')} 0$`))
  expect(last?.enter).toMatch(new RegExp(`^M${laneX('us')} 0.* ${laneX('bank')} 13$`))
})
