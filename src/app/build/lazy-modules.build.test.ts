import { expect, it } from 'vitest'
import { withModuleNames } from './lazy-modules.build.ts'

const named = (code: string): string => withModuleNames(code, 'src/features/orders/screens/list/index.tsx')

it('names what a lazy import loads, from the project’s root', () => {
  expect(named("lazyPart(() => import('../detail/index.tsx'), null)")).toBe(
    'lazyPart(Object.assign(() => import(\'../detail/index.tsx\'), { module: "src/features/orders/screens/detail/index.tsx" }), null)',
  )
})

it('leaves what is no loader of a part', () => {
  for (const code of ["import('./a.ts')", "() => import('./a.ts').then((it) => it.a)", "() => import('react')"])
    expect(named(code)).toBe(code)
})
