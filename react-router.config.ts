import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

/** What shrinks when it is compressed; pictures and fonts are compressed already. */
const TEXT_FILE = /\.(?:js|css|svg)$/

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The route table is small: it comes with the page, and no link waits for a request to learn its route.
  routeDiscovery: { mode: 'initial' },
  buildEnd: async ({ reactRouterConfig }) => {
    const client = join(reactRouterConfig.buildDirectory, 'client')
    await slimRouteTable(join(client, 'assets'))
    await nameFrameOnce(reactRouterConfig.buildDirectory)
    await compressTextFiles(client)
  },
} satisfies Config

/**
 * Names the files of each route in one order, and of its flags those that are set: the router asks whether they are. The table comes
 * with every page, and compresses a seventh better so.
 */
async function slimRouteTable(assets: string): Promise<void> {
  for (const name of (await readdir(assets)).filter((one) => /^manifest-\w+\.js$/.test(one))) {
    const table = await readFile(join(assets, name), 'utf8')
    const sorted = table.replace(
      /"imports":(\[[^\]]*\])/g,
      (_, files: string) => `"imports":${JSON.stringify(JSON.parse(files).toSorted())}`,
    )
    await writeFile(join(assets, name), sorted.replaceAll(/"has\w+":false,/g, ''))
  }
}

/**
 * Every page links the frame's style sheet, which React Router marks with a '#' because screens name it, too. By that address their
 * loader did not know it, and put it into the page once more, behind the style sheets whose rules it then undid.
 */
async function nameFrameOnce(build: string): Promise<void> {
  const assets = join(build, 'client', 'assets')
  const tables = (await readdir(assets)).filter((one) => /^manifest-\w+\.js$/.test(one)).map((name) => join(assets, name))
  for (const file of [...tables, join(build, 'server', 'index.js')]) {
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/(\/frame-[\w-]+\.css)#/g, '$1'))
  }
}

/** Lays a .br and a .gz beside each text file, so that the server sends them small without compressing anything. */
async function compressTextFiles(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names
      .filter((name) => TEXT_FILE.test(name))
      .map(async (name) => {
        const file = join(folder, name)
        const bytes = await readFile(file)
        await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes))
        await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
      }),
  )
}
