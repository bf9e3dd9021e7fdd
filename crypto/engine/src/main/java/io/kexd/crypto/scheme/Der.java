package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Wipe;
import java.io.ByteArrayOutputStream;
import java.io.Serial;
import java.util.Arrays;

/**
 * The part of DER (X.690) that keys and signatures are made of: elements with one-byte tags and
 * lengths up to 65535. There is one way to write a value, and no other is read.
 */
final class Der {
  static final int INTEGER = 0x02;
  static final int BIT_STRING = 0x03;
  static final int OCTET_STRING = 0x04;
  static final int OID = 0x06;
  static final int SEQUENCE = 0x30;

  private Der() {}

  /** [n] around an element or a list of them. */
  static int constructed(int n) {
    return 0xa0 | n;
  }

  /** [n] in place of the tag of an element that holds no others. */
  static int primitive(int n) {
    return 0x80 | n;
  }

  /** The content of an object identifier, dotted, the first two arcs below 40. */
  static byte[] oid(String dotted) {
    String[] arcs = dotted.split("\\.", -1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(40 * Integer.parseInt(arcs[0]) + Integer.parseInt(arcs[1]));
    for (int i = 2; i < arcs.length; i++) {
      int arc = Integer.parseInt(arcs[i]);
      for (int shift = 28; shift > 0; shift -= 7) {
        if (arc >> shift != 0) {
          out.write(0x80 | ((arc >> shift) & 0x7f));
        }
      }
      out.write(arc & 0x7f);
    }
    return out.toByteArray();
  }

  /** Bytes that are not what they should be. The message names the part, and echoes nothing. */
  static final class Malformed extends Exception {
    @Serial private static final long serialVersionUID = 1;

    Malformed(String message) {
      super(message);
    }
  }

  /** Reads elements one after the other, without copying. */
  static final class Reader {
    private final byte[] in;
    private final int end;
    private int at;

    Reader(byte[] in) {
      this(in, 0, in.length);
    }

    private Reader(byte[] in, int at, int end) {
      this.in = in;
      this.at = at;
      this.end = end;
    }

    /** Whether the next element has that tag. */
    boolean isNext(int tag) {
      return at < end && (in[at] & 0xff) == tag;
    }

    /** The content of the next element, which must have that tag. */
    Reader read(int tag, String name) throws Malformed {
      if (!isNext(tag)) {
        throw new Malformed("no " + name + " where one must be");
      }
      at++;
      int length = length(name);
      if (length > end - at) {
        throw new Malformed(name + " is longer than what it is in");
      }
      at += length;
      return new Reader(in, at - length, at);
    }

    private int length(String name) throws Malformed {
      int first = octet(name);
      if (first < 0x80) {
        return first;
      }
      if (first != 0x81 && first != 0x82) {
        throw new Malformed("the length of " + name + " is not in DER or above 65535");
      }
      int length = octet(name);
      if (first == 0x82) {
        length = (length << 8) | octet(name);
      }
      if (length < (first == 0x81 ? 0x80 : 0x100)) {
        throw new Malformed("the length of " + name + " is not in its shortest form");
      }
      return length;
    }

    private int octet(String name) throws Malformed {
      if (at == end) {
        throw new Malformed(name + " is cut off");
      }
      return in[at++] & 0xff;
    }

    /** Refuses bytes after the last element. */
    void end(String name) throws Malformed {
      if (at < end) {
        throw new Malformed("bytes are left over at the end of " + name);
      }
    }

    /** Bytes that were not read. */
    int size() {
      return end - at;
    }

    /** A copy of what was not read. */
    byte[] bytes() {
      return Arrays.copyOfRange(in, at, end);
    }

    boolean isEqual(byte[] expected) {
      return Arrays.equals(in, at, end, expected, 0, expected.length);
    }

    /** A non-negative integer in its shortest form, as {@code size} bytes, big-endian. */
    byte[] readInteger(int size, String name) throws Malformed {
      Reader content = read(INTEGER, name);
      if (content.size() == 0 || content.in[content.at] < 0) {
        throw new Malformed(name + " is empty or negative");
      }
      if (content.size() > 1 && content.in[content.at] == 0) {
        content.at++;
        if (content.in[content.at] >= 0) {
          throw new Malformed(name + " is not in its shortest form");
        }
      }
      if (content.size() > size) {
        throw new Malformed(name + " is too large");
      }
      byte[] out = new byte[size];
      System.arraycopy(in, content.at, out, size - content.size(), content.size());
      return out;
    }

    /** The content of a bit string of whole bytes. */
    Reader readBits(int tag, String name) throws Malformed {
      Reader content = read(tag, name);
      if (content.size() == 0 || content.in[content.at] != 0) {
        throw new Malformed(name + " is not a string of whole bytes");
      }
      content.at++;
      return content;
    }
  }

  /**
   * Writes from the end to the beginning, so that a length is known when its turn comes and a key
   * stands in no other buffer.
   */
  static final class Writer {
    private byte[] buffer = new byte[512];
    private int at = buffer.length;

    /** What was written so far; for {@link #wrap}. */
    int mark() {
      return buffer.length - at;
    }

    /** Puts these bytes in front. */
    Writer bytes(byte... content) {
      while (at < content.length) {
        byte[] larger = new byte[2 * buffer.length];
        System.arraycopy(buffer, at, larger, at + buffer.length, buffer.length - at);
        at += buffer.length;
        Wipe.wipe(buffer);
        buffer = larger;
      }
      at -= content.length;
      System.arraycopy(content, 0, buffer, at, content.length);
      return this;
    }

    /** Makes an element of what was written since the mark. */
    Writer wrap(int tag, int mark) {
      int length = mark() - mark;
      if (length > 0xffff) {
        throw new IllegalArgumentException("lengths above 65535 are not needed here");
      }
      if (length < 0x80) {
        return bytes((byte) tag, (byte) length);
      }
      if (length < 0x100) {
        return bytes((byte) tag, (byte) 0x81, (byte) length);
      }
      return bytes((byte) tag, (byte) 0x82, (byte) (length >> 8), (byte) length);
    }

    /** An element with that content. */
    Writer element(int tag, byte[] content) {
      int mark = mark();
      return bytes(content).wrap(tag, mark);
    }

    /** A bit string of whole bytes. */
    Writer bits(int tag, byte[] content) {
      int mark = mark();
      return bytes(content).bytes((byte) 0).wrap(tag, mark);
    }

    /** A non-negative big-endian integer. */
    Writer integer(byte[] value) {
      int start = 0;
      while (start < value.length - 1 && value[start] == 0) {
        start++;
      }
      int mark = mark();
      bytes(Arrays.copyOfRange(value, start, value.length));
      return (value[start] < 0 ? bytes((byte) 0) : this).wrap(INTEGER, mark);
    }

    /** Everything; the buffer is wiped. */
    byte[] finish() {
      byte[] out = Arrays.copyOfRange(buffer, at, buffer.length);
      Wipe.wipe(buffer);
      return out;
    }
  }
}
