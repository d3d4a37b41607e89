import { expect, test } from 'vitest'
import { ROUTES, type Route } from '../../routes.ts'
import { bundleBoot, bundleExchange, withoutBallast } from './build.ts'

const rows: readonly Route[] = ROUTES
const { text } = bundleBoot({ search: '/assets/search.js', exchange: '/assets/exchange.js' })

test('the boot script knows every path, and by id those that another row leads to', () => {
  const named = rows.flatMap(({ redirect, device }) => [redirect, device?.twin]).filter((id) => id !== undefined)
  expect(rows.filter(({ path }) => !text.includes(`path:"${path}"`))).toEqual([])
  expect(named.filter((id) => !text.includes(`{id:"${id}",`))).toEqual([])
})

test('it carries nothing of them that it does not ask for', () => {
  expect(text).not.toMatch(/feature:"|access:"open"|id:"claims\.guide"/)
})

test('a bundler that writes the list in another way stops the build', () => {
  expect(() => withoutBallast('var routes=[]')).toThrow('routes')
})

test('the search and the exchange of a link’s code are named as they lie, and not bundled', () => {
  expect(text).toContain('import("/assets/search.js")')
  expect(text).toContain('import("/assets/exchange.js")')
  expect(text).not.toContain('index/session')
  expect(bundleExchange('https://api.example').text).toContain('https://api.example')
})
