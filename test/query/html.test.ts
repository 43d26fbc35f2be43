import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { html, type Part } from '../../src/query/html.js';

describe('a template of a page', () => {
  test('given any text, when it stands in a page, then it is text there and no markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const page = html`<p title="${text}">${text}</p>`.toString();
        expect(page).toMatch(/^<p title="[^<>"]*">[^<>"]*<\/p>$/);
        const [, title, body] = /^<p title="([^"]*)">(.*)<\/p>$/s.exec(page) ?? [];
        expect([unescaped(title), unescaped(body)]).toEqual([text, text]);
      }),
    );
  });

  test('given markup, lists and nothing, then markup stands as it is, lists are joined, nothing is left out', () => {
    const item = (text: string) => html`<li>${text}</li>`;
    const parts: Part = [item('a<b'), [item('c'), 7], null, undefined, false, ''];
    expect(html`<ul>${parts}</ul>`.toString()).toBe('<ul><li>a&lt;b</li><li>c</li>7</ul>');
  });

  test.each([
    ['an attribute without quotes', () => html`<a href=${'x'}>a</a>`],
    ['a plain text among attributes', () => html`<a ${'onclick'}>a</a>`],
    ['a script', () => html`<script>${'x'}</script>`],
    ['a style sheet', () => html`<style>${'x'}</style>`],
  ])('given %s, then the template is refused', (_what, make) => {
    expect(make).toThrow(TypeError);
  });

  test('given text with an equals sign, then a value may follow it', () => {
    expect(html`<p>a=${'b'}</p>`.toString()).toBe('<p>a=b</p>');
  });

  test('given an attribute that is markup, then it may stand among attributes', () => {
    expect(html`<a${html` href="${'/"'}"`}${false}>a</a>`.toString()).toBe('<a href="/&quot;">a</a>');
  });
});

const unescaped = (text = '') =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
