import { pictureKey, type Picture } from './picture.ts'

export interface Painted extends Record<string, unknown> {
  picture: Picture
}

/** `getStaticPaths` of the pictures: each once, whoever shares it. */
export const paintedPaths = (pictures: readonly Picture[]): { params: { key: string }; props: Painted }[] =>
  [...new Map(pictures.map((picture) => [pictureKey(picture), picture]))].map(([key, picture]) => ({ params: { key }, props: { picture } }))
