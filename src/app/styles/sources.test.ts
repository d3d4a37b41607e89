import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const styles = import.meta.dirname
const listed = new Set(/ui\/\{([^}]+)\}\.tsx/.exec(readFileSync(`${styles}/global.css`, 'utf8'))?.[1]?.split(','))
const root = resolve(styles, '../../..')

/** React parts that .astro files draw without hydrating, by name: `<Ruler … />` with no `client:` in its tag. */
function drawnStatically(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const imports = [...text.matchAll(/import (?:type )?\{?([^}'"]+?)\}? from '([^']+)'/g)]
  return imports
    .filter(([, , path = '']) => /\/ui\/[A-Z]\w+(\.tsx)?$/.test(path))
    .filter(([, names = '']) =>
      names.split(',').some((name) => {
        const tags = text.match(new RegExp(`<${name.trim()}\\b[^>]*`, 'g')) ?? []
        return tags.some((tag) => !tag.includes('client:'))
      }),
    )
    .map(([, , path = '']) => basename(resolve(dirname(file), path), '.tsx'))
}

test('every React part that a page draws without React is in the sheet of every page', () => {
  const missing = globSync('src/**/*.astro', { cwd: root }).flatMap((file) =>
    drawnStatically(`${root}/${file}`)
      .filter((name) => !listed.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(missing, 'add the part to @source in global.css').toEqual([])
})

test('islands go without nothing: what a sheet that they refer to leaves out, they would leave out too', () => {
  expect(readFileSync(`${styles}/islands.css`, 'utf8')).toContain('@reference "./global.css"')
  expect(readFileSync(`${styles}/global.css`, 'utf8')).not.toContain('@source not inline')
})
