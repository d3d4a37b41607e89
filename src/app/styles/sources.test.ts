import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const styles = import.meta.dirname
const listed = new Set(/ui\/\{([^}]+)\}\.tsx/.exec(readFileSync(`${styles}/global.css`, 'utf8'))?.[1]?.split(','))
const root = resolve(styles, '../../..')

/** React components that .astro files render without hydrating, by name: `<Ruler … />` without `client:` in its tag. */
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

test('every React component that a page renders without React is in the common style sheet', () => {
  const missing = globSync('src/**/*.astro', { cwd: root }).flatMap((file) =>
    drawnStatically(`${root}/${file}`)
      .filter((name) => !listed.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(missing, 'add the part to @source in global.css').toEqual([])
})

test('what the sheet of islands is made of excludes no source, because islands would lose those styles too', () => {
  expect(readFileSync(`${styles}/islands.css`, 'utf8')).toContain('@import "./global.css"')
  expect(readFileSync(`${styles}/global.css`, 'utf8')).not.toContain('@source not inline')
})
