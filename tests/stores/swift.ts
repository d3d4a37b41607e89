/** A real object store that Debian carries: OpenStack Swift with its S3 interface, one disk, in a folder of its own. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '../../src/server/files/s3-settings.ts'
import { freePort } from '../faults/killable-process.ts'
import { aptInstall } from '../tools/apt.ts'

const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']
const KINDS = ['account', 'container', 'object'] as const
const PIPELINE = 'catch_errors cache listing_formats bulk s3api tempauth slo copy dlo'.split(' ')

export interface Swift {
  settings: S3Settings
  stop: () => void
}

type Sections = Record<string, Record<string, string | number>>

const ini = (sections: Sections): string =>
  Object.entries(sections)
    .map(([name, values]) =>
      [`[${name}]`, ...Object.entries(values).map(([key, value]) => `${key} = ${value}`)].join('\n'),
    )
    .join('\n')

/** Starts it, and makes the bucket. Files of its disk need extended attributes, which a folder in memory may not have. */
export async function startSwift(under = tmpdir()): Promise<Swift> {
  const isThere =
    spawnSync('swift-ring-builder', []).error === undefined && spawnSync('memcached', ['-V']).error === undefined
  if (!isThere && !aptInstall(PACKAGES))
    throw new Error(`No object store: install it (apt-get install ${PACKAGES.join(' ')})`)
  const root = mkdtempSync(join(under, 'youfang-swift-'))
  mkdirSync(join(root, 'disks', 'd1'), { recursive: true })
  const children: ChildProcess[] = []
  const run = (command: string, ...args: string[]): void => {
    children.push(spawn(command, args, { stdio: 'ignore' }))
  }
  const [port, cache] = [await freePort(), await freePort()]
  const common = { bind_ip: '127.0.0.1', swift_dir: root, user: 'root', workers: 0 }
  writeFileSync(
    join(root, 'swift.conf'),
    ini({ 'swift-hash': { swift_hash_path_suffix: 'a', swift_hash_path_prefix: 'b' } }),
  )
  for (const kind of KINDS) {
    const at = await freePort()
    const builder = join(root, `${kind}.builder`)
    execFileSync('swift-ring-builder', [builder, 'create', '4', '1', '0'])
    execFileSync('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${at}/d1`, '1'])
    execFileSync('swift-ring-builder', [builder, 'rebalance'])
    const disk = { devices: join(root, 'disks'), mount_check: 'false', disable_fallocate: 'true' }
    const sections: Sections = {
      DEFAULT: { ...common, bind_port: at, ...disk },
      'pipeline:main': { pipeline: `${kind}-server` },
      [`app:${kind}-server`]: { use: `egg:swift#${kind}` },
    }
    writeFileSync(join(root, `${kind}.conf`), ini(sections))
    run(`swift-${kind}-server`, join(root, `${kind}.conf`))
  }
  const filters = Object.fromEntries(
    PIPELINE.map((name) => [`filter:${name}`, { use: `egg:swift#${name === 'cache' ? 'memcache' : name}` }]),
  )
  const sections: Sections = {
    DEFAULT: { ...common, bind_port: port },
    'pipeline:main': { pipeline: `${PIPELINE.join(' ')} proxy-server` },
    'app:proxy-server': { use: 'egg:swift#proxy', allow_account_management: 'true', account_autocreate: 'true' },
    ...filters,
    'filter:cache': { use: 'egg:swift#memcache', memcache_servers: `127.0.0.1:${cache}` },
    'filter:tempauth': { use: 'egg:swift#tempauth', user_test_tester: 'testing .admin' },
    'filter:s3api': { use: 'egg:swift#s3api', location: 'us-east-1', auth_pipeline_check: 'false' },
  }
  writeFileSync(join(root, 'proxy.conf'), ini(sections))
  run('memcached', '-u', 'root', '-l', '127.0.0.1', '-p', String(cache))
  run('swift-proxy-server', join(root, 'proxy.conf'))
  const settings: S3Settings = {
    bucket: 'files',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    keyId: 'test:tester',
    secret: 'testing',
    pathStyle: true,
  }
  const stop = (): void => {
    for (const child of children) child.kill()
    rmSync(root, { recursive: true, force: true })
  }
  await makeBucket(settings).catch((error: unknown) => {
    stop()
    throw error
  })
  return { settings, stop }
}

/** Its processes take some seconds until they listen. */
async function makeBucket({ endpoint = '', region, keyId, secret, bucket }: S3Settings): Promise<void> {
  const credentials = { accessKeyId: keyId, secretAccessKey: secret }
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 30 })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
}
