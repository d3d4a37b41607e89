/** Stand-ins for photographs of documents. */
const svg = (body: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 84">${body}</svg>`)}`
const page = (ground: string, blur = ''): string =>
  svg(
    `<filter id="b"><feGaussianBlur stdDeviation="${blur || 0}"/></filter><g filter="url(#b)"><path fill="${ground}" d="M0 0h72v84H0z"/><g transform="rotate(3 36 42)"><path fill="#fff" d="M15 10h42v66H15z"/><path stroke="#9aa" stroke-width="2" d="M20 26h32M20 32h32M20 38h24M20 48h32M20 54h20"/><path fill="#2a4a7a" d="M20 15h12v5H20z"/></g></g>`,
  )

export const thumbs = {
  record: page('#8b999c'),
  invoice: page('#b3987a'),
  blurred: page('#b3987a', '2.5'),
  xray: svg(
    '<path fill="#11191c" d="M0 0h72v84H0z"/><g stroke="#8a9598" stroke-width="4" stroke-linecap="round"><path d="M32 84V58M40 84V58M24 54 18 30M31 50 28 18M38 50V14M45 50l4-32M50 56l9-16"/></g>',
  ),
}
