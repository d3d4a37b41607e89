/** Runs over every page as it is built. */
import { defineMiddleware } from 'astro:middleware'
import { ownScriptHashes } from './app/build/own-script-hashes.build.ts'
import { preloadIsland } from './app/build/preload-island.build.ts'

export const onRequest = defineMiddleware(async (_, next) => {
  const response = await next()
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  return new Response(preloadIsland(ownScriptHashes(await response.text()), process.env.OUT_DIR ?? 'dist'), response)
})
