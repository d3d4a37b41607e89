/**
 * The peer of `npm run bench`: Starlight with what it brings by itself, over the markdown that our own build is
 * measured with.
 */
import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'

export default defineConfig({
  site: 'http://localhost:4321',
  outDir: process.env.OUT_DIR,
  cacheDir: process.env.CACHE_DIR,
  integrations: [
    starlight({
      title: 'Peer',
      locales: { root: { label: 'English', lang: 'en' }, cn: { label: '简体中文', lang: 'zh-CN' } },
      // By default it lists every page on every page, which no site of this size would keep.
      sidebar: ['notices', 'faq', 'guides', 'articles'].map((name) => ({
        label: name,
        link: `/${name}/bench-${name}-0/`,
      })),
    }),
  ],
})
