import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { newKey, open, seal } from './device-seal.ts'

describe('the seal of this device', () => {
  test('gives back what it was given', async () => {
    const key = await newKey()
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.string(), async (value, place) => {
        expect(await open(key, place, await seal(key, place, value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 50 },
    )
  })

  test('blobs come back with their bytes and type, beside other values and alone', async () => {
    const key = await newKey()
    const photo = new Blob([new Uint8Array([1, 2, 3])], { type: 'image/jpeg' })
    const thumb = new Blob(['t'], { type: 'image/png' })
    const opened = (await open(key, 'p', await seal(key, 'p', { photo, thumb, name: '发票' }))) as {
      photo: Blob
      thumb: Blob
      name: string
    }
    expect([opened.name, opened.photo.type, await opened.thumb.text()]).toEqual(['发票', 'image/jpeg', 't'])
    expect([...new Uint8Array(await opened.photo.arrayBuffer())]).toEqual([1, 2, 3])
    const alone = await open(key, 'p', await seal(key, 'p', photo))
    expect(alone instanceof Blob && [alone.type, alone.size]).toEqual(['image/jpeg', 3])
  })

  test('hides the value, and opens with no other key, under no other name, and after no change', async () => {
    const key = await newKey()
    const sealed = await seal(key, 'typing/a', { account: '6217001234567890' })
    expect(Buffer.from(sealed.data).toString('latin1')).not.toContain('621700')
    await expect(open(await newKey(), 'typing/a', sealed)).rejects.toThrow()
    await expect(open(key, 'typing/b', sealed)).rejects.toThrow()
    new Uint8Array(sealed.data)[0]! ^= 1
    await expect(open(key, 'typing/a', sealed)).rejects.toThrow()
  })

  test('the key cannot be read out', async () => {
    const key = await newKey()
    expect(key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  })
})

describe('where the browser has no storage', () => {
  test('memory is used instead, and reports that', async () => {
    // A separate store: another test file of the same worker may have stored something already.
    vi.resetModules()
    const { $durable, deleteFromDevice, deleteAllFromDevice, writeToDevice, readFromDevice, keysOnDevice } =
      await import('./device-store.ts')
    expect($durable.get()).toBe(true)
    await writeToDevice('typing', 'a', { text: 'x' })
    await writeToDevice('typing', 'b', 2)
    await writeToDevice('typing-more', 'c', 3)
    expect($durable.get()).toBe(false)
    expect(await readFromDevice('typing', 'a')).toEqual({ text: 'x' })
    expect(await keysOnDevice('typing')).toEqual(['a', 'b'])
    await deleteFromDevice('typing', 'a')
    expect(await keysOnDevice('typing')).toEqual(['b'])
    await deleteAllFromDevice()
    expect(await keysOnDevice('typing-more')).toEqual([])
  })
})
