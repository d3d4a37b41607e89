/** Rejects when `load` has not finished within the limit. */
export function withTimeLimit<T>(load: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('time limit')), ms)
  })
  return Promise.race([load, limit]).finally(() => clearTimeout(timer))
}
