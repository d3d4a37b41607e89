/** The page of all parts and their states, `/parts`, and a wizard's shell, `/parts-wizard`: for development and tests, never in a release. */
import type { AstroIntegration } from 'astro'

export function partsRoute(): AstroIntegration {
  return {
    name: 'parts-route',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
        injectRoute({ pattern: '/[...lang]/parts', entrypoint: './tests/parts/parts.astro' })
        injectRoute({ pattern: '/[...lang]/parts-wizard', entrypoint: './tests/parts/wizard.astro' })
      },
    },
  }
}
