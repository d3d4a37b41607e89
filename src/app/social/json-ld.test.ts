import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { article, breadcrumbs, dataBlock, organization, questions } from './json-ld.ts'

const SITE = new URL('https://youfang.example')

describe('the block of data', () => {
  it('cannot be ended by its own text, and parses to the same data', () => {
    const name = '</script><script>alert(1)</script><!-- & \u2028'
    const block = dataBlock([{ '@type': 'WebPage', name }])
    expect(block).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(block)).toEqual({ '@context': 'https://schema.org', '@graph': [{ '@type': 'WebPage', name }] })
  })

  it('for any text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            '<',
            '/',
            '>',
            '&',
            '!',
            '-',
            '"',
            '\\',
            '\u2028',
            '\u2029',
            'script',
            '医',
            '😀',
            '\n',
          ),
        }),
        (name) => {
          const block = dataBlock([{ '@type': 'WebPage', name }])
          expect(block).not.toContain('<')
          expect(JSON.parse(block)['@graph'][0].name).toBe(name)
        },
      ),
    )
  })
})

describe('nodes', () => {
  it('of a notice: one day as both publication and last change', () => {
    const node = article(
      {
        lang: 'cn',
        path: '/notice/content/a',
        title: '标题',
        summary: '摘要',
        published: '2026-11-17',
        image: '/assets/og/a.png',
      },
      SITE,
    )
    expect(node).toMatchObject({
      '@type': 'Article',
      inLanguage: 'zh-CN',
      datePublished: '2026-11-17',
      dateModified: '2026-11-17',
      mainEntityOfPage: 'https://youfang.example/cn/notice/content/a',
      image: 'https://youfang.example/assets/og/a.png',
    })
  })

  it('of a text with only a known last change: no publication day is invented', () => {
    const node = article(
      {
        lang: 'en',
        path: '/claims/content/dental',
        title: 'Dental',
        summary: 's',
        changed: '2026-11-20',
        image: '/a.png',
      },
      SITE,
    )
    expect(JSON.parse(JSON.stringify(node))).not.toHaveProperty('datePublished')
  })

  it('of breadcrumbs: counted from one, with full addresses', () => {
    const { itemListElement } = breadcrumbs(
      [
        { title: 'Claims', href: '/claims' },
        { title: 'Dental', href: '/claims/content/dental' },
      ],
      SITE,
    )
    expect(itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Claims', item: 'https://youfang.example/claims' },
      { '@type': 'ListItem', position: 2, name: 'Dental', item: 'https://youfang.example/claims/content/dental' },
    ])
  })

  it('of who runs the site: a number that can be dialled, and that it is a sample', () => {
    expect(organization('en', SITE)).toMatchObject({
      telephone: '+862155500199',
      legalName: expect.stringContaining('(sample operator)'),
      url: 'https://youfang.example/home',
    })
  })

  it('of questions', () => {
    expect(questions('en', [{ question: 'Q?', answer: 'A.' }])).toMatchObject({
      mainEntity: [{ '@type': 'Question', name: 'Q?', acceptedAnswer: { '@type': 'Answer', text: 'A.' } }],
    })
  })
})
