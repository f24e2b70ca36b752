"""The programs, as data.

name      what --programs calls it
source    ("debian", source package) or ("npm", package)
parts     folders of the sources that are needed, where not all are
root      folder of the sources in which build and test run
needs     Debian packages that the build needs beside a C tool chain
cflags    flags that this program's age asks of a newer clang
build     shell; CC is clang with the variant's flags
test      shell; runs the program's own tests
passed    pattern of what says that a test passed: each match is one, or as
          many as its group says; failed likewise
same      pattern of what else the original and the rewritten program must
          print alike
quick     part of --quick
"""

PROGRAMS = [
    {
        "name": "sqlite",
        "source": ("debian", "sqlite3"),
        "needs": ["tcl8.6-dev", "tcl"],
        "build": """
            ./configure --disable-shared --with-tcl=/usr/lib/tcl8.6
            make -s testfixture
        """,
        "test": """
            for t in alter analyze analyze3 autoindex1 autovacuum backup blob \\
                cast check collate1 colname conflict corrupt count \\
                createtab cse date delete2 delete3 distinct e_expr e_select enc2 \\
                expr fkey2 fts3aa fts3ab func having hook in index index2 \\
                insert join join2 json101 limit misc1 misc2 null orderby1 \\
                pragma printf rollback rowvalue rtree savepoint \\
                schema select1 select4 select6 sort sort2 subquery \\
                table tempdb trans trigger1 trigger2 triggerC types update \\
                upsert1 vacuum vtab1 view wal where where7 window1 with1 \\
                without_rowid1 zeroblob
            do ./testfixture test/$t.test || true; done
        """,
        "passed": r"^\d+ errors out of (\d+) tests",
        "failed": r"^(\d+) errors out of",
    },
    {
        "name": "gsl",
        "source": ("debian", "gsl"),
        "build": """
            ./configure --disable-shared
            for d in gsl utils sys err test ieee-utils block vector rng \\
                histogram permutation combination multiset siman monte qrng \\
                ntuple
            do make -s -C $d; done
        """,
        "test": """
            for d in block histogram permutation combination multiset siman \\
                monte qrng ntuple
            do make -k -C $d check || true; done
        """,
        "passed": r"^# PASS:\s+(\d+)",
        "failed": r"^# (?:FAIL|ERROR):\s+(\d+)",
        "quick": True,
    },
    {
        "name": "easel",
        "source": ("debian", "infernal"),
        "build": """
            ./configure --disable-mpi
            make -s -C easel all
            make -s -C easel tests
        """,
        "test": "make -C easel check",
        "passed": r"\.\.\. +ok",
        "failed": r"FAILED",
    },
    {
        "name": "nlopt",
        "source": ("debian", "nlopt"),
        "needs": ["cmake"],
        "build": """
            cmake -S . -B b -G "Unix Makefiles" -DCMAKE_BUILD_TYPE=None \\
                -DNLOPT_CXX=OFF -DNLOPT_PYTHON=OFF -DNLOPT_OCTAVE=OFF \\
                -DNLOPT_MATLAB=OFF -DNLOPT_GUILE=OFF -DNLOPT_SWIG=OFF \\
                -DNLOPT_TESTS=ON -DBUILD_SHARED_LIBS=OFF
            make -s -C b
        """,
        # ctest leaves out the last of the algorithms.
        "test": """
            ctest --test-dir b || true
            for a in $(seq 30 43); do
                for o in 0 1; do
                    b/test/testopt -r 0 -a $a -o $o >/dev/null 2>&1 &&
                        echo "Test #$a$o: testopt Passed " || true
                done
            done
        """,
        "passed": r"Test +#\d+: .* Passed ",
        "failed": r"\*\*\*(?:Failed|Exception|Timeout)",
    },
    {
        "name": "mafft",
        "source": ("debian", "mafft"),
        "build": """
            make -s -C core CC="$CC" PREFIX="$PWD/out/libexec" \\
                BINDIR="$PWD/out/bin" MANDIR="$PWD/out/man" \\
                LIBDIR="$PWD/out/lib" all install
        """,
        "test": """
            export MAFFT_BINARIES="$PWD/out/lib"
            cd test
            try() { # expected file, then arguments
                want=$1; shift
                if "$PWD/../out/bin/mafft" "$@" 2>/dev/null | cmp - "$want"
                then echo "ok $want"; else echo "not ok $want"; fi
            }
            try sample.fftns2 sample
            try sample.fftnsi --maxiterate 100 sample
            try sample.dpparttree --dpparttree sample
            try sample.gins1 --globalpair sample
            try sample.ginsi --globalpair --maxiterate 100 sample
            try sample.lins1 --localpair sample
            try sample.linsi --localpair --maxiterate 100 sample
            try sample.parttree --parttree sample
        """,
        "passed": r"^ok ",
        "failed": r"^not ok ",
    },
    {
        "name": "tcc",
        "source": ("debian", "tcc"),
        "build": './configure --cc="$CC" && make -s',
        # Left out: test3 and test1b, which compare with the output of a
        # compiler that still takes their C of 1989.
        "test": """
            make -k -C tests hello-exe hello-run libtest libtest_mt memtest \\
                dlltest abitest-cc abitest-tcc asm-c-connect-test \\
                vla_test-run tests2-dir pp-dir btest
        """,
        "passed": r"^(?:Test: |PPTest |Test \d+ \w+ as expected|OK$|.*success$)",
        "failed": r"^(?:\+|-)[^+-]|Error \d|failure",
    },
    {
        "name": "wavpack",
        "source": ("debian", "wavpack"),
        "build": """
            ./configure --disable-shared --enable-tests
            make -s
            make -s cli/wvtest
        """,
        "test": """
            cli/wvtest --default --short --no-extras --no-speeds --no-floats --no-lossy
        """,
        "passed": r"^test \d+\.\.\.pass",
        "failed": r"FAIL",
    },
    {
        "name": "csdp",
        "source": ("debian", "coinor-csdp"),
        "needs": ["liblapack-dev", "libblas-dev"],
        "build": """
            export LIBS="-L../lib -lsdp -llapack -lblas -lm"
            export CFLAGS="-O2 -DBIT64 -DUSEGETTIME -I../include"
            for d in lib solver theta example; do
                make -C $d CC="$CC"; done
        """,
        "test": "make -C test all; cat test/*.out",
        "passed": r"Success",
        "failed": r"Failure",
        "same": r"objective value.*$",
        "quick": True,
    },
    {
        "name": "cxsparse",
        "source": ("debian", "suitesparse"),
        "parts": ["CXSparse", "SuiteSparse_config"],
        "root": "CXSparse",
        "build": """
            one() { # version, then its flags
                v=$1; shift
                mkdir $v
                for f in $(ls Source/*.c | grep -v convert); do
                    $CC -O2 "$@" -I Include -I ../SuiteSparse_config \\
                        -c $f -o $v/$(basename $f .c).o
                done
                for d in 1 2 3; do
                    $CC -O2 "$@" -I Include -I ../SuiteSparse_config \\
                        Demo/cs_${v}_demo$d.c Demo/cs_${v}_demo.c \\
                        $v/*.o -lm -o $v/demo$d
                done
            }
            one di
            one dl -DCS_LONG
            one ci -DCS_COMPLEX
            one cl -DCS_LONG -DCS_COMPLEX
        """,
        "test": """
            for v in di dl; do
                $v/demo1 < Matrix/t1
                for m in t1 fs_183_1 west0067 lp_afiro ash219 mbeacxc \\
                    bcsstk01 bcsstk16
                do $v/demo2 < Matrix/$m; done
                for m in bcsstk01 bcsstk16; do $v/demo3 < Matrix/$m; done
            done
            for v in ci cl; do
                $v/demo1 < Matrix/t2
                for m in t2 t3 t4 c_west0067 c_mbeacxc young1c qc324 \\
                    neumann c4 mhd1280b
                do $v/demo2 < Matrix/$m; done
                for m in c4 mhd1280b; do $v/demo3 < Matrix/$m; done
            done
        """,
        # Some matrices are singular: their residual is nan, in the authors'
        # own record of the run too. So the figures are compared as well.
        "passed": r"resid: ",
        "same": r"(?:resid: +-?|nnz|norm).*$",
        "quick": True,
    },
    {
        "name": "cliquer",
        "source": ("debian", "cliquer"),
        "build": 'make CC="$CC" cl testcases',
        "test": "./testcases",
        "passed": r"OK|ok",
        "failed": r"ERROR",
        "quick": True,
    },
    {
        "name": "lua",
        "source": ("debian", "lua5.1"),
        "build": 'make CC="$CC" posix',
        "test": """
            cd test
            for t in bisect cf env factorial fib fibfor hello life printf \\
                sieve sort table trace-calls; do
                ../src/lua $t.lua && echo "ok $t" || echo "not ok $t"
            done
        """,
        "passed": r"^ok ",
        "failed": r"^not ok ",
        "quick": True,
    },
    {
        "name": "zlib",
        "source": ("debian", "zlib"),
        "build": "./configure && make -s",
        "test": "make check",
        "passed": r"test OK",
        "failed": r"test FAILED",
        "quick": True,
    },
    {
        "name": "lz4",
        "source": ("debian", "lz4"),
        "root": "tests",
        "build": "make fuzzer frametest roundTripTest decompress-partial",
        "test": """
            ./fuzzer -i200 -s1; ./frametest -i200 -s1; ./decompress-partial
        """,
        "passed": r"(?:[Aa]ll tests completed|test \S+ OK)",
        "failed": r"Error",
        "quick": True,
    },
    {
        "name": "lmdb",
        "source": ("npm", "node-lmdb"),
        "root": "dependencies/lmdb/libraries/liblmdb",
        "build": """
            for f in mdb midl mtest mtest2 mtest3 mtest4 mtest5; do
                $CC -O2 -pthread -c $f.c; done
            for t in mtest mtest2 mtest3 mtest4 mtest5; do
                $CC -pthread $t.o mdb.o midl.o -o $t; done
        """,
        "test": """
            for t in mtest mtest2 mtest3 mtest4 mtest5; do
                rm -rf testdb; mkdir testdb
                ./$t && echo "ok $t" || echo "not ok $t"
            done
        """,
        "passed": r"^ok ",
        "failed": r"^not ok ",
        "quick": True,
    },
]
