import type { ReactNode } from 'react'

type Question = {
  /** Place in the page's address. */
  id: string
  question: string
  answer: ReactNode
}

/** The five entries of specification section 2, "/blogs", in its order. */
export const questions: Question[] = [
  {
    id: 'react-performance',
    question: 'How do you improve the performance of a React application?',
    answer: (
      <>
        <p>
          Measure first. The Profiler in React DevTools shows which components rendered, how long they took and why; the browser's
          performance panel shows the rest. Most slow screens have one of four causes.
        </p>
        <ul>
          <li>
            <strong>Too much code up front.</strong> Split the bundle by route and load what is rarely used with a dynamic{' '}
            <code>import()</code>. Render the first page on the server, so that there is something to read before any script runs.
          </li>
          <li>
            <strong>State that sits too high.</strong> A change renders the component that holds the state and everything below it. Move
            state down to where it is used, or pass the unchanging part in as <code>children</code>, which React then leaves alone.
          </li>
          <li>
            <strong>Work repeated without need.</strong> <code>useMemo</code> keeps the result of an expensive calculation, and{' '}
            <code>memo</code> skips a component whose props are the same as before. Both cost something, so they belong where the profiler
            points; the React Compiler can add them for you.
          </li>
          <li>
            <strong>Too much on the screen.</strong> Page a long list, or draw only its visible rows. Give pictures a width, a height and
            the size they are shown in, and let those below the fold load lazily.
          </li>
        </ul>
        <p>
          For typing that must stay fluent while a long list follows, <code>useDeferredValue</code> lets the list lag behind the field for a
          moment.
        </p>
      </>
    ),
  },
  {
    id: 'unit-tests',
    question: 'What is a unit test, and why write one?',
    answer: (
      <>
        <p>
          A unit test runs one small piece of a program on its own, a function or a component, and compares what it does with what it should
          do. It needs no browser and no network, so thousands of them run in seconds.
        </p>
        <pre>
          <code>{`test('the total is rounded once, at the end', () => {
  const total = totalOf(unitPrice('0.0042'), 1250)

  expect(total).toBe(525) // cents
})`}</code>
        </pre>
        <p>
          That speed is the point. A mistake shows a moment after it is made, beside the line that made it, while the change is still in
          your head. Tests also say what the code promises: a new colleague can read that the total is rounded once, and can then rewrite
          the rounding without fear.
        </p>
        <p>
          A good unit test looks at behaviour and not at inner workings, has one reason to fail, and is named after the rule it protects. It
          does not show that the pieces fit together. A few tests across the whole shop, through a real browser and a real database, belong
          beside it.
        </p>
      </>
    ),
  },
  {
    id: 'prototypal-inheritance',
    question: 'How does prototypal inheritance work?',
    answer: (
      <>
        <p>
          In JavaScript an object can point to another object, its prototype. When a property is read that the object does not have itself,
          the engine looks in the prototype, then in the prototype's prototype, and so on until it finds the property or the chain ends in{' '}
          <code>null</code>.
        </p>
        <pre>
          <code>{`const board = {
  label() { return \`\${this.name}, \${this.layers} layers\` },
}

const tcon = Object.create(board)
tcon.name = 'T-Con Board'
tcon.layers = 4

tcon.label()                         // 'T-Con Board, 4 layers'
Object.hasOwn(tcon, 'label')         // false: it lives in the prototype
Object.getPrototypeOf(tcon) === board // true`}</code>
        </pre>
        <p>
          <code>label</code> is found in <code>board</code>, yet <code>this</code> is <code>tcon</code>, because that is what the method was
          called on. Writing never climbs the chain like this: assigning <code>tcon.label</code> gives <code>tcon</code> its own property,
          which hides the one of the prototype and leaves <code>board</code> as it was. (A setter found in the chain is the exception: it is
          called.)
        </p>
        <p>
          <code>class</code> is a clearer notation for the same thing. Methods of a class are stored once, in its <code>prototype</code>{' '}
          object; instances made with <code>new</code> point there, and <code>extends</code> links one prototype to the next.
        </p>
      </>
    ),
  },
  {
    id: 'setting-state',
    question: 'Why is state in React set with its setter and not by assignment?',
    answer: (
      <>
        <p>
          Because React cannot see an assignment. After <code>{'products = []'}</code> or <code>products.push(part)</code> the variable has
          changed, but nothing tells React to render, and the screen stays as it was. The setter does two things: it keeps the new value for
          the next render, and it asks for that render.
        </p>
        <pre>
          <code>{`const [products, setProducts] = useState([])

products.push(part)                      // wrong: React does not notice
setProducts([...products, part])         // right: a new array
setProducts((now) => [...now, part])     // right even several times in a row`}</code>
        </pre>
        <p>
          The new array matters as much as the setter. React compares the old and the new value with <code>Object.is</code>; the same array,
          changed inside, counts as unchanged, and the render is skipped. Old values that stay as they were also let <code>memo</code>,
          effects and an undo button work.
        </p>
        <p>
          Within one render the value does not change: after <code>setCount(count + 1)</code> the variable <code>count</code> is still the
          old one. When the next value follows from the previous, hand the setter a function.
        </p>
      </>
    ),
  },
  {
    id: 'product-search',
    question: 'You have a list of products. How do you search them by name?',
    answer: (
      <>
        <p>
          For a list that is already in memory, <code>filter</code> is enough. Bring both sides to one form first, so that capitals and
          stray spaces do not matter, and treat an empty query as "show everything".
        </p>
        <pre>
          <code>{`function searchByName(products, query) {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return products
  return products.filter(({ name }) => name.toLowerCase().includes(wanted))
}

searchByName(parts, ' board ') // every part with 'board' in its name`}</code>
        </pre>
        <p>
          Use <code>filter</code> when several products may match and <code>find</code> when you want the first one; note that{' '}
          <code>find</code> answers <code>undefined</code> when there is none. In a React screen the query is the state, and the matches are
          calculated while rendering: a second state for the result would only get out of step.
        </p>
        <p>
          Each search walks the whole list once. That is fine for a few thousand names. Beyond that, let the database search with an index
          made for it, send the query a moment after the last key press, and ignore answers that arrive for an older query.
        </p>
      </>
    ),
  },
]
