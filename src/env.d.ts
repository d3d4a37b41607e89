/// <reference types="astro/client" />
declare module 'virtual:boot' {
  /** The inline script of <head>, bundled from `src/app/boot/boot.ts`. */
  export const boot: string
  /** The inline script beside islands, bundled from `src/app/boot/load-watch.ts`. */
  export const loadWatch: string
  /** The inline script that sends a page's first calls, bundled from `src/app/boot/send-early-calls.ts`. */
  export const earlyCalls: string
  /** The same for a page whose first call begins something. */
  export const earlyForms: string
  /** Its checksum, named only on such a page. */
  export const earlyFormsHash: `sha256-${string}`
  /** The inline script of a page that answers paths with an id, bundled from `src/app/boot/restore-address.ts`. */
  export const restoreAddress: string
  /** The inline script below the notice that an entry is unknown, from `src/app/boot/keep-entry-place.ts`. */
  export const keepEntryPlace: string
  /** The inline script of the page of unknown addresses, bundled from `src/app/boot/find-shell.ts`. */
  export const findShell: string
  /** Its checksum: named only on that page, since a checksum adds to the size of every page that names it. */
  export const findShellHash: `sha256-${string}`
  /** Address of the script that orders hospitals by nearness (`bundle-nearness.build.ts`). */
  export const nearness: string
}
interface DocumentEventMap {
  /** The language is about to change; who cancels it leads to `to` by itself (`src/app/boot/boot.ts`). */
  'lang-switch': CustomEvent<{ to: string }>
  /** Astro: an island did not start. */
  'astro:hydration-error': CustomEvent<{ error: unknown }>
}
interface Window {
  /** Set beside every island (`src/app/boot/load-watch.ts`). */
  isSiteUpdated?: () => Promise<boolean>
}
interface Navigator {
  /** Chromium alone tells (https://wicg.github.io/netinfo/, https://wicg.github.io/savedata/). */
  readonly connection?: { readonly saveData: boolean; readonly effectiveType: string }
}
interface ImportMetaEnv {
  readonly PUBLIC_API_BASE?: string
  /** Whether early calls include forms; in their script only (`src/app/boot/bundle-inline-scripts.ts`). */
  readonly FORMS?: boolean
  /** Address of the search dialog; in the boot script only (`src/app/boot/bundle-inline-scripts.ts`). */
  readonly SEARCH: string
  /** Address of the script that exchanges a link's code; in the boot script only. */
  readonly EXCHANGE: string
  /** Routes with a rule of their own (`src/app/boot/routes-for-boot-script.ts`); in the boot script only. */
  readonly GUARD_RULES: readonly import('./app/address/redirect-by-route.ts').GuardRule[]
  /** Paths with ids and their pages (`src/app/boot/shell-paths.ts`); in `find-shell.ts` only. */
  readonly SHELLS: readonly import('./app/boot/shell-paths.ts').ShellOfPath[]
  /** Paths with capital letters, in the same script. */
  readonly CAPITALISED: readonly string[]
  /** The search dialog's style sheet; in the dialog only (`src/app/search/bundle.build.ts`). */
  readonly SEARCH_CSS: string
}
