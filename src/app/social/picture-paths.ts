import { pictureKey, type Picture } from './link-picture.ts'

export interface PicturePage extends Record<string, unknown> {
  picture: Picture
}

/** `getStaticPaths` of the pictures: each picture once, however many pages share it. */
export const picturePagePaths = (pictures: readonly Picture[]): { params: { key: string }; props: PicturePage }[] =>
  [...new Map(pictures.map((picture) => [pictureKey(picture), picture]))].map(([key, picture]) => ({
    params: { key },
    props: { picture },
  }))
