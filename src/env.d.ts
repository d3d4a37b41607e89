/// <reference types="astro/client" />
declare module 'virtual:boot' {
  /** The inline script of <head>, bundled from `src/app/boot/boot.ts`. */
  export const boot: string
}
interface ImportMetaEnv {
  readonly PUBLIC_API_BASE?: string
}
