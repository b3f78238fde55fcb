/** The files of newly created applications, by path. */
export type Application = Readonly<Record<string, string>>

const manifest = (name: string, dependencies: readonly string[], scripts: object = {}) =>
  `${JSON.stringify({ name, private: true, type: 'module', scripts, dependencies: Object.fromEntries(dependencies.map((one) => [one, '*'])) }, null, 2)}\n`

const page = (script: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>A fresh application</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="${script}"></script>
  </body>
</html>
`

const tsconfig = (types: readonly string[], more: object = {}) =>
  `${JSON.stringify(
    {
      compilerOptions: {
        target: 'ES2022',
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        module: 'ESNext',
        moduleResolution: 'Bundler',
        jsx: 'react-jsx',
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        esModuleInterop: true,
        resolveJsonModule: true,
        isolatedModules: true,
        types,
        ...more,
      },
    },
    null,
    2,
  )}\n`

export const viteReactTs: Application = {
  'package.json': manifest('fresh-quotes', ['react', 'react-dom', 'vite', 'vitest', 'telltale'], { dev: 'vite' }),
  'index.html': page('/src/main.tsx'),
  'tsconfig.json': tsconfig(['vite/client']),
  '.gitignore': 'node_modules\ndist',
  'src/main.tsx': `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import App from './App'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
`,
  'src/App.tsx': `export default function App() {
  return <h1>Quotes</h1>
}
`,
}

export const viteReactJs: Application = {
  'package.json': manifest('fresh-quotes', ['react', 'react-dom', 'vite', 'telltale'], { dev: 'vite' }),
  'index.html': page('/src/main.jsx'),
  'src/main.jsx': `import React from "react";
import ReactDOM from "react-dom/client";
import App from "./App.jsx";

ReactDOM.createRoot(document.getElementById("root")).render(<App title="Quotes" />);
`,
  'src/App.jsx': `export default function App({ title }) {
  return <h1>{title}</h1>;
}
`,
}

export const nextApp: Application = {
  'package.json': manifest('@acme/fresh-desk', ['next', 'react', 'react-dom', 'telltale'], { dev: 'next dev' }),
  'tsconfig.json': tsconfig(['node'], { allowJs: true, plugins: [{ name: 'next' }] }),
  '.gitignore': '/node_modules\n/.next/\n\n# env files (can opt-in for committing if needed)\n.env*\n',
  // As create-next-app writes it: a page must not draw random numbers or read the clock outside of Suspense.
  'next.config.ts': `import type { NextConfig } from "next";

const nextConfig: NextConfig = {
  cacheComponents: true,
};

export default nextConfig;
`,
  'app/layout.tsx': `import type { Metadata } from "next";

export const metadata: Metadata = {
  title: "A fresh application",
  icons: "data:,",
};

export default function RootLayout({
  children,
}: Readonly<{
  children: React.ReactNode;
}>) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
  'app/page.tsx': `export default function Home() {
  return <h1>Desk</h1>;
}
`,
}

export const reactRouterApp: Application = {
  'package.json': manifest(
    'fresh-routes',
    [
      'react',
      'react-dom',
      'react-router',
      '@react-router/dev',
      '@react-router/node',
      '@react-router/serve',
      'isbot',
      'vite',
      'telltale',
    ],
    { dev: 'react-router dev' },
  ),
  'tsconfig.json': tsconfig(['node', 'vite/client']),
  'vite.config.ts': `import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [reactRouter()] });
`,
  'app/routes.ts': `import { type RouteConfig, index } from "@react-router/dev/routes";

export default [index("routes/home.tsx")] satisfies RouteConfig;
`,
  'app/routes/home.tsx': `export default function Home() {
  return <h1>Routes</h1>;
}
`,
  'app/root.tsx': `import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <link rel="icon" href="data:," />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
`,
}

export const viteTs: Application = {
  'package.json': manifest('fresh-page', ['vite', 'vitest', 'telltale', 'zod'], { dev: 'vite' }),
  'index.html': page('/src/main.ts'),
  'tsconfig.json': tsconfig(['vite/client']),
  'src/main.ts': `const heading = document.createElement('h1')
heading.textContent = 'A page'
document.querySelector('#root')?.append(heading)
`,
}

export const webpackApp: Application = {
  'package.json': manifest('fresh-bundle', ['webpack', 'webpack-cli', 'jest', 'telltale'], {
    build: 'webpack',
    services: './start-ours.sh',
  }),
  'src/index.js': `import { heading } from './heading.js'

document.body.append(heading('A bundle'))
`,
  'src/heading.js': `export function heading(text) {
  const element = document.createElement('h1')
  element.textContent = text
  return element
}
`,
}

export const freshApplications: Readonly<Record<string, Application>> = {
  'Vite with React and TypeScript': viteReactTs,
  'Vite with React and JavaScript': viteReactJs,
  'the App Router of Next.js': nextApp,
  'React Router in framework mode': reactRouterApp,
  'Vite with TypeScript and without React': viteTs,
  'webpack and JavaScript': webpackApp,
}
