import { expect, test } from 'vitest'
import { collectHooks, defineHook } from './define-hook.ts'

const told = defineHook<string>('told')
const kinds = defineHook<{ kind: string }>('kind', ({ kind }) => kind)

test('a hook reads its own parts, in the order of the features', () => {
  const hooks = collectHooks([
    { hooks: [told.part('first'), kinds.part({ kind: 'a' })] },
    {},
    { hooks: [told.part('second')] },
  ])
  expect([told.all({ hooks }), kinds.all({ hooks })]).toEqual([['first', 'second'], [{ kind: 'a' }]])
  expect([kinds.find({ hooks }, 'a'), kinds.find({ hooks }, 'b')]).toEqual([{ kind: 'a' }, undefined])
})

test('a hook without parts answers nothing', () => {
  expect(told.all({ hooks: collectHooks([]) })).toEqual([])
})

test('two parts of one name stop the start; without names there may be many', () => {
  const twice = { hooks: [kinds.part({ kind: 'a' })] }
  expect(() => collectHooks([twice, { hooks: [kinds.part({ kind: 'a' })] }])).toThrow('kind a')
  expect(collectHooks([{ hooks: [told.part('x'), told.part('x')] }])).toHaveLength(2)
})
